Option Explicit
Option Private Module
' The texts in two languages, help for the function wizard.

Private Const TEXT_SHEET As String = "texts"
Private Const CATEGORY As String = "GPU"

Public GpuRibbonUI As Object
Private m_texts As Object
Private m_language As String

Public Function GpuLanguage() As String
    If m_language = "" Then m_language = GetSetting("gpucalc", "addin", "language", GpuDefaultLanguage())
    GpuLanguage = m_language
End Function

' A text of the sheet "texts": key, English, Chinese. The source of the macros stays ASCII.
Public Function GpuText(ByVal key As String) As String
    If m_texts Is Nothing Then LoadTexts
    If m_texts.Exists(key) Then GpuText = m_texts.Item(key) Else GpuText = key
End Function

Private Sub LoadTexts()
    Dim table As Variant, i As Long, column As Long
    Set m_texts = CreateObject("Scripting.Dictionary")
    column = 2
    If GpuLanguage() = "zh" Then column = 3
    table = ThisWorkbook.Worksheets(TEXT_SHEET).UsedRange.Value2
    For i = LBound(table, 1) To UBound(table, 1)
        m_texts.Item(CStr(table(i, 1))) = CStr(table(i, column))
    Next i
End Sub

' Descriptions, category and a text for each argument, so that the wizard shows them.
Public Sub RegisterFunctions()
    If RegisterAll() Then Exit Sub
    ' Excel refuses to describe functions of a hidden book while no other book is open.
    On Error Resume Next
    Application.ScreenUpdating = False
    ThisWorkbook.IsAddin = False
    RegisterAll
    ThisWorkbook.IsAddin = True
    ThisWorkbook.Saved = True
    Application.ScreenUpdating = True
End Sub

' False where Excel refused the first one already; one that it refuses later stops no other.
Private Function RegisterAll() As Boolean
    Dim names As Variant, i As Long
    names = Split(Mid$(GpuFunctionNames(), 2, Len(GpuFunctionNames()) - 2), "|")
    For i = LBound(names) To UBound(names)
        If RegisterFunction(CStr(names(i))) Then RegisterAll = True
        If Not RegisterAll Then Exit Function
    Next i
End Function

Private Function RegisterFunction(ByVal functionName As String) As Boolean
    Dim macroName As String, i As Long, count As Long, told() As String
    On Error GoTo Refused
    macroName = "'" & ThisWorkbook.Name & "'!" & functionName
    Do While GpuText("arg." & functionName & "." & (count + 1)) <> "arg." & functionName & "." & (count + 1)
        count = count + 1
    Loop
    If count = 0 Then
        Application.MacroOptions Macro:=macroName, Description:=GpuText("fn." & functionName), category:=CATEGORY
        RegisterFunction = True
        Exit Function
    End If
    ReDim told(1 To count)
    For i = 1 To count
        told(i) = GpuText("arg." & functionName & "." & i)
    Next i
    Application.MacroOptions Macro:=macroName, Description:=GpuText("fn." & functionName), category:=CATEGORY, ArgumentDescriptions:=told
    RegisterFunction = True
    Exit Function
Refused:
    RegisterFunction = False
End Function

' Plans the above for when Excel has opened: it describes no function before.
Public Sub PlanOpened()
    On Error Resume Next
    Application.OnTime Now + TimeSerial(0, 0, 1), "'" & ThisWorkbook.Name & "'!GpuOpened"
End Sub

Public Sub ShowAnswer(ByVal text As String)
    If text <> "" Then ShowText text
End Sub

Public Sub SwitchLanguage()
    If GpuLanguage() = "zh" Then m_language = "en" Else m_language = "zh"
    SaveSetting "gpucalc", "addin", "language", m_language
    Set m_texts = Nothing
    If Not GpuRibbonUI Is Nothing Then GpuRibbonUI.Invalidate
    RegisterFunctions
End Sub

Public Sub MakePortable()
    If ActiveWorkbook Is Nothing Then Exit Sub
    If ActiveWorkbook.path = "" Or Not ActiveWorkbook.Saved Then
        ShowText GpuText("save_first")
    Else
        ShowAnswer AskPython("portable", ActiveWorkbook.fullName)
    End If
End Sub

' GPU_WHY for the first of our calls in the active cell.
Public Sub ExplainCell()
    Dim functionName As String, arguments As Collection, given() As Variant, i As Long, text As Variant
    If ActiveCell Is Nothing Then Exit Sub
    If Not FindCall(ActiveCell.formula, GpuFunctionNames(), functionName, arguments) Then
        ShowText GpuText("no_call")
        Exit Sub
    End If
    ReDim given(0 To arguments.count + 1)
    given(0) = functionName
    For i = 1 To arguments.count
        If arguments(i) <> "" Then given(i) = EvaluatedValue(arguments(i))
    Next i
    given(arguments.count + 1) = GpuLanguage()
    text = GpuAnswer("GPU_WHY", given)
    If IsError(text) Then ShowText GpuText("server_starting") Else ShowText CStr(text)
End Sub

Private Function EvaluatedValue(ByVal text As String) As Variant
    Dim found As Variant
    If IsObject(ActiveSheet.Evaluate(text)) Then
        Set found = ActiveSheet.Evaluate(text)
        EvaluatedValue = found.cells(1, 1).Value2
    Else
        EvaluatedValue = ActiveSheet.Evaluate(text)
    End If
End Function

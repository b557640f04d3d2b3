Option Explicit
Option Private Module
' Workbooks from another PC: Excel keeps the path of the add-in in their formulas.

Private Const LINK_TYPE As Long = 1

Public Sub RepairOpenBooks()
    Dim book As Workbook
    On Error Resume Next
    For Each book In Application.Workbooks
        RepairBook book
    Next book
End Sub

' Points links to a gpucalc add-in elsewhere, and bare names that show #NAME?, to this add-in.
' Answers how many were changed. The workbook is not marked as changed for it.
Public Function RepairBook(ByVal book As Workbook) As Long
    Dim wasSaved As Boolean, changed As Long, sheet As Worksheet
    If book Is ThisWorkbook Then Exit Function
    wasSaved = book.Saved
    changed = RepairLinks(book)
    For Each sheet In book.Worksheets
        changed = changed + RepairNames(sheet)
    Next sheet
    If wasSaved Then book.Saved = True
    RepairBook = changed
End Function

Private Function RepairLinks(ByVal book As Workbook) As Long
    Dim links As Variant, i As Long, shown As Boolean
    On Error GoTo Finished
    links = book.LinkSources(LINK_TYPE)
    If IsEmpty(links) Then Exit Function
    shown = Application.DisplayAlerts
    Application.DisplayAlerts = False
    For i = LBound(links) To UBound(links)
        If IsOurs(links(i)) And StrComp(links(i), ThisWorkbook.FullName, vbTextCompare) <> 0 Then
            book.ChangeLink links(i), ThisWorkbook.FullName, LINK_TYPE
            RepairLinks = RepairLinks + 1
        End If
    Next i
    Application.DisplayAlerts = shown
    Exit Function
Finished:
    Application.DisplayAlerts = True
End Function

Private Function IsOurs(ByVal link As String) As Boolean
    Dim name As String
    name = LCase$(FileName(link))
    ' A second download is called gpucalc (1).xlam, a versioned one gpucalc-0.2.xlam.
    IsOurs = name = "gpucalc.xlam" Or name Like "gpucalc (*).xlam" Or name Like "gpucalc-*.xlam"
End Function

Private Function RepairNames(ByVal sheet As Worksheet) As Long
    Dim wrong As Range, cell As Range
    On Error Resume Next
    Set wrong = sheet.UsedRange.SpecialCells(xlCellTypeFormulas, xlErrors)
    On Error GoTo 0
    If wrong Is Nothing Then Exit Function
    For Each cell In wrong.Cells
        If IsLost(cell) Then RepairNames = RepairNames + EnterAgain(cell)
    Next cell
End Function

Private Function IsLost(ByVal cell As Range) As Boolean
    Dim functionName As String, arguments As Collection
    If Not IsError(cell.Value) Then Exit Function
    If cell.Value <> CVErr(xlErrName) Then Exit Function
    IsLost = FindCall(cell.formula, GpuFunctionNames(), functionName, arguments)
End Function

' Excel looks a name up again when its formula is entered again; 1 where it did.
Private Function EnterAgain(ByVal cell As Object) As Long
    Dim text As String
    On Error GoTo Refused
    If cell.HasArray Then
        text = cell.CurrentArray.FormulaArray
        cell.CurrentArray.FormulaArray = text
    ElseIf Val(Application.version) >= 16 Then
        EnterNew cell
    Else
        cell.formula = cell.formula
    End If
    EnterAgain = 1
    Exit Function
Refused:
    EnterAgain = 0
End Function

' Formula would put an @ before a function that answers a table; Excel 2016 and 2019 know no Formula2.
Private Sub EnterNew(ByVal cell As Object)
    On Error GoTo Older
    cell.Formula2 = cell.Formula2
    Exit Sub
Older:
    cell.formula = cell.formula
End Sub

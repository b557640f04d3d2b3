Option Explicit
' What Excel calls by name: callbacks of the ribbon, and what waits for an idle Excel. Subs only, for
' a public function here would show among the functions of the wizard.

' Once after Excel has opened: help for the wizard, and books that were open before the add-in.
Public Sub GpuOpened()
    RegisterFunctions
    RepairOpenBooks
End Sub

Public Sub GpuStartNow()
    StartServer
End Sub

Public Sub GpuRibbonLoaded(ribbon As IRibbonUI)
    Set GpuRibbonUI = ribbon
End Sub

Public Sub GpuLabel(control As IRibbonControl, ByRef text As Variant)
    text = GpuText(control.ID)
End Sub

Public Sub GpuTip(control As IRibbonControl, ByRef text As Variant)
    text = GpuText(control.ID & ".tip")
End Sub

Public Sub GpuAction(control As IRibbonControl)
    Dim path As String
    On Error GoTo Failed
    Select Case control.ID
        Case "insert": Application.Dialogs(xlDialogFunctionWizard).Show
        Case "why": ExplainCell
        Case "portable": MakePortable
        Case "reload": RestartServer
        Case "doctor": ShowAnswer AskPython("doctor")
        Case "language": SwitchLanguage
        Case "repair": If Not ActiveWorkbook Is Nothing Then ShowText GpuText("repaired") & " " & RepairBook(ActiveWorkbook)
        Case "catalog", "help"
            path = AskPython(control.ID)
            If path <> "" Then Application.Workbooks.Open path, , True
        Case Else
            If Left$(control.ID, 4) = "new_" Then
                path = AskPython("template", Mid$(control.ID, 5))
                If path <> "" Then Application.Workbooks.Add path
            End If
    End Select
    Exit Sub
Failed:
    ShowText Err.Description
End Sub

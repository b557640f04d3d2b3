Option Explicit
Option Private Module
' The Python process behind the functions: started once, held, started again when it is gone.

Private Const UDF_MODULE As String = "gpucalc_udfs"
Private Const ACTIONS As String = "gpucalc.addin.actions"
Private Const MOST_STARTS As Long = 3

Private m_server As Object
Private m_stamp As String
Private m_wanted As Boolean
Private m_planned As Boolean
Private m_starts As Long
Private m_why As String

' 0 and the answer, or 1 where no server is up: it will be, and then the cells are computed again.
' No workbook and no calling cell go along: the functions depend on their arguments alone.
Public Function CallServer(ByVal functionName As String, ByRef given As Variant, ByRef answer As Variant) As Long
    CallServer = 1
    If m_server Is Nothing Then
        m_wanted = True
        Exit Function
    End If
    On Error GoTo Gone
    answer = m_server.CallUDF(UDF_MODULE, functionName, given)
    CallServer = 0
    Exit Function
Gone:
    m_why = Err.Description
    Set m_server = Nothing
    m_wanted = True
End Function

Public Function CatalogStamp() As String
    CatalogStamp = m_stamp
End Function

Public Function ServerIsUp() As Boolean
    ServerIsUp = Not m_server Is Nothing
End Function

' Plans the start for when Excel is idle: calculation never waits for Python, and whoever uses none
' of the functions never starts it.
Public Sub PlanStart()
    #If Mac Then
        Exit Sub ' Excel for Mac cannot call Python from cells: see docs/excel.md
    #End If
    If m_planned Or ServerIsUp() Or m_starts >= MOST_STARTS Then Exit Sub
    m_planned = True
    On Error GoTo NotNow
    Application.OnTime Now + TimeSerial(0, 0, 1), "'" & ThisWorkbook.Name & "'!GpuStartNow"
    Exit Sub
NotNow:
    m_planned = False
End Sub

' Called after each calculation and change: a cell may have found no server.
Public Sub StartIfWanted()
    If m_wanted And Not ServerIsUp() Then PlanStart
End Sub

Public Sub StartServer()
    m_planned = False
    If ServerIsUp() Then Exit Sub
    m_starts = m_starts + 1
    On Error GoTo Failed
    Set m_server = XLPy()
    m_server.Module UDF_MODULE
    m_stamp = m_server.Str(m_server.Call(m_server.Module(ACTIONS), "stamp"))
    m_why = ""
    ForgetAnswers
    If m_wanted Then
        m_wanted = False
        Application.CalculateFull
    End If
    Exit Sub
Failed:
    m_why = Err.Description
    Set m_server = Nothing
End Sub

' Ends the process and starts a new one: new code, new catalog.
Public Sub RestartServer()
    On Error Resume Next
    KillPy
    On Error GoTo 0
    Set m_server = Nothing
    m_starts = 0
    m_wanted = True
    StartServer
    If Not ServerIsUp() Then ShowText GpuText("server_failed") & vbLf & vbLf & m_why
End Sub

' Asks gpucalc.addin.actions; "" where it could not answer, after telling why.
Public Function AskPython(ByVal action As String, Optional ByVal first As String = "") As String
    Dim reply As String
    If Not ServerIsUp() Then StartServer
    If Not ServerIsUp() Then
        ShowText GpuText("server_failed") & vbLf & vbLf & m_why
        Exit Function
    End If
    On Error GoTo Failed
    reply = m_server.Str(m_server.Call(m_server.Module(ACTIONS), "act", m_server.Tuple(action, first, GpuLanguage())))
    If Left$(reply, 1) = "!" Then
        ShowText Mid$(reply, 2)
    Else
        AskPython = reply
    End If
    Exit Function
Failed:
    ShowText GpuText("server_failed") & vbLf & vbLf & Err.Description
    Set m_server = Nothing
End Function

' MsgBox shows question marks for Chinese on an English Windows; this one does not.
Public Sub ShowText(ByVal text As String)
    Dim shell As Object
    Set shell = CreateObject("WScript.Shell")
    shell.Popup text, 0, GpuText("tab"), 64
End Sub

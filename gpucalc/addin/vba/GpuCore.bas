Option Explicit
Option Private Module
' One call from a cell: arguments packed as values, repeats answered from the cache, errors real.

Private Const NOT_AVAILABLE As Long = 2042
Private Const WRONG_VALUE As Long = 2015
Private Const MOST_REMEMBERED As Long = 20000

Private m_remembered As Object

' given holds the arguments as the cell gave them: ranges, values, missing ones.
Public Function GpuAnswer(ByVal functionName As String, ByVal given As Variant) As Variant
    Dim packed As Variant, key As String, answer As Variant, outcome As Long
    #If Mac Then
        GpuAnswer = CVErr(NOT_AVAILABLE)
        Exit Function
    #End If
    On Error GoTo Refused
    If Not PackAll(given, packed) Then
        GpuAnswer = CVErr(WRONG_VALUE)
        Exit Function
    End If
    key = CallKey(CatalogStamp(), functionName, packed)
    If key <> "" Then
        If Remembered().Exists(key) Then
            GpuAnswer = Remembered().Item(key)
            Exit Function
        End If
    End If
    outcome = CallServer(functionName, packed, answer)
    If outcome <> 0 Then
        ' The server is starting: #N/A, never text or 0, and the cell is computed again when it is up.
        GpuAnswer = CVErr(NOT_AVAILABLE)
        Exit Function
    End If
    answer = SheetValue(answer)
    If key <> "" Then Remember key, answer
    GpuAnswer = answer
    Exit Function
Refused:
    GpuAnswer = CVErr(WRONG_VALUE)
End Function

' Ranges become values, whole columns end at the last used row, what is missing becomes Empty.
' False where a range has several areas.
Public Function PackAll(ByVal given As Variant, ByRef packed As Variant) As Boolean
    Dim i As Long, lastRow As Long, lastColumn As Long, values() As Variant
    packed = Array()
    PackAll = True
    If UBound(given) < LBound(given) Then Exit Function
    lastRow = 1
    lastColumn = 1
    For i = LBound(given) To UBound(given)
        If IsObject(given(i)) Then
            If Not MeasureRange(given(i), lastRow, lastColumn) Then
                PackAll = False
                Exit Function
            End If
        End If
    Next i
    ReDim values(LBound(given) To UBound(given))
    For i = LBound(given) To UBound(given)
        If IsObject(given(i)) Then
            values(i) = RangeValues(given(i), lastRow, lastColumn)
        Else
            values(i) = PlainValue(given(i))
        End If
    Next i
    packed = values
End Function

Private Function MeasureRange(ByVal given As Object, ByRef lastRow As Long, ByRef lastColumn As Long) As Boolean
    Dim area As Range, used As Range, rowEnd As Long, columnEnd As Long
    MeasureRange = False
    If Not TypeOf given Is Range Then Exit Function
    Set area = given
    If area.Areas.Count > 1 Then Exit Function
    MeasureRange = True
    If Not (IsTall(area) Or IsWide(area)) Then Exit Function
    Set used = area.Worksheet.UsedRange
    rowEnd = used.Row + used.Rows.Count - 1
    columnEnd = used.Column + used.Columns.Count - 1
    If IsTall(area) And rowEnd > lastRow Then lastRow = rowEnd
    If IsWide(area) And columnEnd > lastColumn Then lastColumn = columnEnd
End Function

Private Function RangeValues(ByVal given As Object, ByVal lastRow As Long, ByVal lastColumn As Long) As Variant
    Dim area As Range, rowCount As Long, columnCount As Long
    Set area = given
    rowCount = area.Rows.Count
    columnCount = area.Columns.Count
    If IsTall(area) Then rowCount = lastRow
    If IsWide(area) Then columnCount = lastColumn
    ' Value2: a price formatted as currency keeps all its digits, a date stays a number.
    RangeValues = area.Resize(rowCount, columnCount).Value2
End Function

Private Function IsTall(ByVal area As Range) As Boolean
    IsTall = (area.Rows.Count = area.Worksheet.Rows.Count)
End Function

Private Function IsWide(ByVal area As Range) As Boolean
    IsWide = (area.Columns.Count = area.Worksheet.Columns.Count)
End Function

Private Function PlainValue(Optional ByVal value As Variant) As Variant
    If IsMissing(value) Then Exit Function
    Select Case VarType(value)
        Case vbDate, vbCurrency, vbDecimal: PlainValue = CDbl(value)
        Case Else: PlainValue = value
    End Select
End Function

Private Function Remembered() As Object
    If m_remembered Is Nothing Then Set m_remembered = CreateObject("Scripting.Dictionary")
    Set Remembered = m_remembered
End Function

Private Sub Remember(ByVal key As String, ByVal answer As Variant)
    If Remembered().Count >= MOST_REMEMBERED Then Remembered().RemoveAll
    Remembered().Item(key) = answer
End Sub

Public Sub ForgetAnswers()
    Set m_remembered = Nothing
End Sub

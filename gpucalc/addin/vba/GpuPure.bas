Option Explicit
Option Private Module
' What needs no Excel: error marks, keys of the cache, calls inside a formula.

' The number of CVErr for an error as Python marks it, by its text; 0 for any other text.
Public Function ErrorNumber(ByVal mark As String) As Long
    Select Case mark
        Case "#NULL!": ErrorNumber = 2000
        Case "#DIV/0!": ErrorNumber = 2007
        Case "#VALUE!": ErrorNumber = 2015
        Case "#REF!": ErrorNumber = 2023
        Case "#NAME?": ErrorNumber = 2029
        Case "#NUM!": ErrorNumber = 2036
        Case "#N/A": ErrorNumber = 2042
        Case Else: ErrorNumber = 0
    End Select
End Function

' One value as a cell holds it: a marked error becomes a real one.
Public Function CellValue(ByVal answer As Variant) As Variant
    Dim number As Long
    If VarType(answer) = vbString Then
        number = ErrorNumber(answer)
        If number <> 0 Then
            CellValue = CVErr(number)
            Exit Function
        End If
    End If
    CellValue = answer
End Function

' The answer of a call as a sheet takes it: errors inside arrays too. Excel refuses a whole array
' that holds a text of more than 255 characters.
Public Function SheetValue(ByVal answer As Variant) As Variant
    Dim i As Long, j As Long, shown() As Variant
    Select Case Dimensions(answer)
        Case 0
            SheetValue = CellValue(answer)
        Case 1
            ReDim shown(LBound(answer) To UBound(answer))
            For i = LBound(answer) To UBound(answer)
                shown(i) = ShortText(CellValue(answer(i)))
            Next i
            SheetValue = shown
        Case Else
            ReDim shown(LBound(answer, 1) To UBound(answer, 1), LBound(answer, 2) To UBound(answer, 2))
            For i = LBound(answer, 1) To UBound(answer, 1)
                For j = LBound(answer, 2) To UBound(answer, 2)
                    shown(i, j) = ShortText(CellValue(answer(i, j)))
                Next j
            Next i
            SheetValue = shown
    End Select
End Function

Public Function ShortText(ByVal value As Variant) As Variant
    ShortText = value
    If VarType(value) = vbString Then
        If Len(value) > 255 Then ShortText = Left$(value, 252) & "..."
    End If
End Function

Public Function Dimensions(ByRef value As Variant) As Long
    Dim count As Long, bound As Long
    Dimensions = 0
    If Not IsArray(value) Then Exit Function
    On Error GoTo Counted
    Do
        bound = UBound(value, count + 1)
        count = count + 1
    Loop While count < 60
Counted:
    Dimensions = count
End Function

' A text that tells two calls apart; "" for one that is too big to be worth keeping.
Public Function CallKey(ByVal version As String, ByVal functionName As String, ByRef given As Variant) As String
    Dim i As Long, part As String, key As String
    key = version & "|" & functionName
    For i = LBound(given) To UBound(given)
        part = ArgumentKey(given(i))
        If part = "" Then Exit Function
        key = key & "|" & part
        If Len(key) > 2000 Then Exit Function
    Next i
    CallKey = key
End Function

Public Function ArgumentKey(ByRef value As Variant) As String
    Select Case Dimensions(value)
        Case 0: ArgumentKey = ScalarKey(value)
        Case 2: ArgumentKey = TableKey(value)
        Case Else: ArgumentKey = ""
    End Select
End Function

Private Function TableKey(ByRef value As Variant) As String
    Dim i As Long, j As Long, rowCount As Long, columnCount As Long, part As String, key As String
    rowCount = UBound(value, 1) - LBound(value, 1) + 1
    columnCount = UBound(value, 2) - LBound(value, 2) + 1
    If rowCount > 32 Or columnCount > 32 Then Exit Function
    If rowCount * columnCount > 32 Then Exit Function
    key = "a" & rowCount & "x" & columnCount
    For i = LBound(value, 1) To UBound(value, 1)
        For j = LBound(value, 2) To UBound(value, 2)
            part = ScalarKey(value(i, j))
            If part = "" Then Exit Function
            key = key & ";" & part
        Next j
    Next i
    TableKey = key
End Function

Private Function ScalarKey(ByRef value As Variant) As String
    Select Case VarType(value)
        Case vbEmpty: ScalarKey = "e"
        Case vbString: ScalarKey = "s" & Len(value) & ":" & value
        Case vbBoolean: If value Then ScalarKey = "t" Else ScalarKey = "f"
        Case vbError: ScalarKey = "x" & CStr(value)
        Case vbDouble, vbSingle, vbLong, vbInteger, vbByte: ScalarKey = NumberKey(CDbl(value))
        Case Else: ScalarKey = ""
    End Select
End Function

' Fifteen digits and what they leave out: 0.3 and 0.1+0.2 print the same and are not the same.
Private Function NumberKey(ByVal number As Double) As String
    Dim digits As String
    If Abs(number) > 10 ^ 300 Then Exit Function
    digits = Str$(number)
    NumberKey = "n" & digits & "," & Str$(number - Val(digits))
End Function

' The first call of one of our functions in a formula: its name and its arguments as texts.
' known holds the names as |GPU_CARDS|TRAIN_HOURS|. False where there is none.
Public Function FindCall(ByVal formula As String, ByVal known As String, ByRef functionName As String, ByRef arguments As Collection) As Boolean
    Dim i As Long, start As Long, sign As String, word As String, quoted As String
    i = 1
    Do While i <= Len(formula)
        sign = Mid$(formula, i, 1)
        If quoted <> "" Then
            If sign = quoted Then quoted = ""
        ElseIf sign = """" Or sign = "'" Then
            quoted = sign
        ElseIf IsWordSign(sign) Then
            start = i
            Do While i <= Len(formula)
                If Not IsWordSign(Mid$(formula, i, 1)) Then Exit Do
                i = i + 1
            Loop
            word = UCase$(Mid$(formula, start, i - start))
            If Mid$(formula, i, 1) = "(" And InStr(known, "|" & word & "|") > 0 Then
                functionName = word
                Set arguments = SplitArguments(formula, i + 1)
                FindCall = True
                Exit Function
            End If
            i = i - 1
        End If
        i = i + 1
    Loop
    FindCall = False
End Function

Private Function IsWordSign(ByVal sign As String) As Boolean
    IsWordSign = (InStr("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.", UCase$(sign)) > 0)
End Function

' The arguments from a place behind an opening bracket up to its closing one.
Private Function SplitArguments(ByVal formula As String, ByVal first As Long) As Collection
    Dim found As Collection, i As Long, start As Long, depth As Long, sign As String, quoted As String
    Set found = New Collection
    start = first
    For i = first To Len(formula)
        sign = Mid$(formula, i, 1)
        If quoted <> "" Then
            If sign = quoted Then quoted = ""
        ElseIf sign = """" Or sign = "'" Then
            quoted = sign
        ElseIf sign = "(" Or sign = "{" Or sign = "[" Then
            depth = depth + 1
        ElseIf sign = ")" And depth = 0 Then
            If found.count > 0 Or Trim$(Mid$(formula, start, i - start)) <> "" Then
                found.Add Trim$(Mid$(formula, start, i - start))
            End If
            Exit For
        ElseIf sign = ")" Or sign = "}" Or sign = "]" Then
            depth = depth - 1
        ElseIf sign = "," And depth = 0 Then
            found.Add Trim$(Mid$(formula, start, i - start))
            start = i + 1
        End If
    Next i
    Set SplitArguments = found
End Function

' The file name at the end of a path or an address.
Public Function FileName(ByVal fullName As String) As String
    Dim i As Long, sign As String
    For i = Len(fullName) To 1 Step -1
        sign = Mid$(fullName, i, 1)
        If sign = "\" Or sign = "/" Then
            FileName = Mid$(fullName, i + 1)
            Exit Function
        End If
    Next i
    FileName = fullName
End Function

"""The ribbon tab as XML (customUI of Office 2010 and later); labels come from the texts sheet."""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from gpucalc.addin import texts

NAMESPACE = "http://schemas.microsoft.com/office/2009/07/customui"
# (group, its buttons as (id, Office's own picture, large?)); "new" is a menu of the templates.
GROUPS: tuple[tuple[str, tuple[tuple[str, str, bool], ...]], ...] = (
    (
        "group_books",
        (
            ("new", "FileNew", True),
            ("portable", "FileSaveAs", False),
            ("repair", "HyperlinkInsert", False),
        ),
    ),
    (
        "group_functions",
        (
            ("insert", "FunctionWizard", True),
            ("why", "TracePrecedents", True),
            ("catalog", "FileOpen", False),
            ("reload", "RefreshAll", False),
        ),
    ),
    (
        "group_help",
        (
            ("help", "Help", False),
            ("doctor", "FileDocumentInspect", False),
            ("language", "Translate", False),
        ),
    ),
)


def xml() -> str:
    """The part customUI/customUI14.xml."""
    groups = "".join(_group(group, buttons) for group, buttons in GROUPS)
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        f'<customUI xmlns="{NAMESPACE}" onLoad="GpuRibbonLoaded"><ribbon><tabs>'
        f'<tab id="tab" getLabel="GpuLabel">{groups}</tab></tabs></ribbon></customUI>'
    )


def _group(group: str, buttons: tuple[tuple[str, str, bool], ...]) -> str:
    inside = "".join(_button(*button) for button in buttons)
    return f'<group id="{group}" getLabel="GpuLabel">{inside}</group>'


def _button(name: str, picture: str, large: bool) -> str:
    size = "large" if large else "normal"
    shared = f'id="{name}" imageMso="{picture}" size="{size}" getLabel="GpuLabel"'
    shared += ' getScreentip="GpuLabel" getSupertip="GpuTip"'
    if name != "new":
        return f'<button {shared} onAction="GpuAction"/>'
    items = "".join(
        f'<button id={quoteattr(f"new_{template}")} getLabel="GpuLabel" onAction="GpuAction"/>'
        for template in texts.templates()
    )
    return f"<menu {shared}>{items}</menu>"

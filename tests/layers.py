"""The layering rules, as a function from sources to violations (test_layers.py applies it)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

# From the bottom up. A unit is a module or package of `gpucalc`, or a top-level folder; it imports
# units of lower rows and itself, never its neighbours in a row.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("errors",),
    ("resources", "settings", "numberformat"),
    ("glossary", "catalog", "trace", "reading", "naming", "tables"),
    ("quantity", "console"),
    ("primitives", "arguments", "calling"),
    ("guards",),
    ("record",),
    ("registry", "evaluate"),
    ("kernels",),
    ("dialects", "edge", "helptext"),
    ("meta", "expression", "xl"),
    ("excel", "inputs", "unitprices"),
    ("handover", "prices", "everyday"),
    ("requests",),
    ("workbooks", "summary", "planning"),
    ("batch", "compare"),
    ("docs", "stubs", "addin"),
    ("cli",),
    ("__main__", "udfs"),
)
RANK = {unit: rank for rank, row in enumerate(LAYERS) for unit in row}

# Units that may import less than everything below them. Kernels are formulas: whatever else they
# could reach (files, Excel, the clock) could not be printed into a cell.
ONLY = {
    "catalog": {"errors", "resources", "settings"},
    "glossary": {"errors", "resources"},
    "kernels": {"quantity", "registry", "primitives"},
}
KERNEL_LIBRARIES = {"numpy", "__future__"}

# Python branches once, while tracing, and would freeze one answer into the cell; np.where, & and |
# become part of the formula.
_BRANCHES = (ast.If, ast.IfExp, ast.BoolOp, ast.While, ast.Match, ast.Assert, ast.Try)


def violations(sources: Mapping[str, str]) -> list[str]:
    """What breaks the rules in `sources`, {module name: source}; a package is named bare."""
    found: list[str] = []
    within: dict[str, set[str]] = {module: set() for module in sources}
    for module, source in sources.items():
        unit, tree = unit_of(module), ast.parse(source)
        if unit not in RANK and module != "gpucalc":
            found.append(f"{module}: not in LAYERS: say where it belongs")
            continue
        for line, imported in imports(module, tree, sources):
            at = f"{module}:{line}"
            if imported == "xlwings.pro" or imported.startswith("xlwings.pro."):
                found.append(f"{at}: {imported} is not free for commercial use")
            found += [f"{at}: {why}" for why in _refused(module, unit, imported)]
            if imported in sources and unit_of(imported) == unit:
                within[module].add(imported)
        if unit == "kernels":
            found += [f"{module}:{line}: {why}" for line, why in _branches(tree)]
    return found + [f"{' -> '.join(cycle)}: a circle of imports" for cycle in _cycles(within)]


def unit_of(module: str) -> str:
    """gpucalc.kernels.rent -> kernels; workbooks.quote -> workbooks; gpucalc_udfs -> udfs."""
    first, _, rest = module.partition(".")
    if first == "gpucalc_udfs":
        return "udfs"
    return rest.partition(".")[0] if first == "gpucalc" else first


def imports(module: str, tree: ast.Module, known: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """(line, module) of every import, those inside functions too: they run all the same."""
    is_package = any(other.startswith(module + ".") for other in known)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".") + ([""] if is_package else [])
                base = ".".join([*parents[: -node.level], *([base] if base else [])])
            for alias in node.names:
                # `from gpucalc import edge` names a module; `from gpucalc.edge import call`, no.
                whole = f"{base}.{alias.name}"
                named = whole in known or base in ("gpucalc", "xlwings")
                yield node.lineno, whole if named else base


def _refused(module: str, unit: str, imported: str) -> Iterator[str]:
    ours = imported.partition(".")[0] in ("gpucalc", "gpucalc_udfs", "workbooks")
    if not ours:
        if unit == "kernels" and imported.partition(".")[0] not in KERNEL_LIBRARIES:
            yield f"a kernel imports {imported}: numpy is all it may use"
        return
    target = unit_of(imported)
    if target in ("", "__version__") or target == unit:
        return  # the bare package holds the version and nothing else
    if module == "gpucalc":
        yield f"the bare package imports {target}: `import gpucalc` must stay instant"
    elif target == "workbooks":
        yield "the package imports workbooks, which are not installed with it"
    elif target not in RANK:
        yield f"imports {imported}, which is not in LAYERS"
    elif RANK[target] >= RANK[unit]:
        yield f"{unit} imports {target}, which is not below it"
    elif unit in ONLY and target not in ONLY[unit]:
        yield f"{unit} imports {target}: it may import only {', '.join(sorted(ONLY[unit]))}"


def _branches(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, _BRANCHES):
            kind = type(node).__name__
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            kind = "not"
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            kind = "chained comparison"  # a < b < c is `a < b and b < c`
        elif isinstance(node, ast.comprehension) and node.ifs:
            kind = "filtered comprehension"
        else:
            continue
        line = getattr(node, "lineno", getattr(getattr(node, "target", None), "lineno", 0))
        yield line, f"{kind} in a kernel: use np.where, & or |, which become part of the formula"


def _cycles(edges: Mapping[str, set[str]]) -> Iterator[list[str]]:
    done: set[str] = set()

    def walk(module: str, path: list[str]) -> Iterator[list[str]]:
        if module in path:
            yield [*path[path.index(module) :], module]
            return
        if module in done:
            return
        # A package's __init__ runs before its modules; importing one's own package is no circle.
        for other in sorted(edges[module]):
            if not module.startswith(other + "."):
                yield from walk(other, [*path, module])
        done.add(module)

    for module in sorted(edges):
        yield from walk(module, [])

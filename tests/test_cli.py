"""The command line: what it prints, in which language, and with which exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gpucalc import __version__, cli, console, expression, helptext, registry, resources
from gpucalc.errors import ExcelError
from tests.test_batch import GOOD, template

ROOT = Path(__file__).parents[1]
runner = CliRunner()


def call(*arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    done = runner.invoke(cli.app, [str(a) for a in arguments], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a space and Chinese in its name, holding a template and requests."""
    place = tmp_path / "询价 2026"
    place.mkdir()
    (place / "模板.xlsx").write_bytes(template())
    (place / "good.csv").write_text(GOOD, encoding="gb18030")
    (place / "bad.csv").write_text(GOOD + "Q9,C,B9000,,,,,,\n", encoding="utf-8")
    return place


EVAL = [
    ('GPU_CARDS("13B","200B","A100 80GB",10,0.5)', 0, "116"),
    ('=gpu_cards("13B","2000亿","A100 80GB",10,0.5,24,0,1,"full",8)', 0, "120"),
    ("GPU.CARDS（“13B”，“200B”，“A100 80GB”，10，0.5，，0.2）", 0, "145"),
    ("TRAIN_STEPS(1000000, 64, 5)", 0, "78125"),
    ("GPU_CARDS('13B','2000亿','A100 80GB',10,0.5)", 0, "116"),
    ("TAX_AMOUNT(1000.02,6%,TRUE)", 0, "56.6"),
    ("TRAIN_HOURS(1e10,+1.6666666666666666e9,312,1,1)", 0, "89.03133903133"),
    ('RENT_COST(4,200,2.5,"8折")', 0, "1600"),
    ("RMB_UPPER(RENT_COST(8,30,15))", 0, "人民币叁仟陆佰元整"),
    ("RMB_UPPER(-.05)", 0, "人民币负伍分"),
    ("TRAIN_STEPS(,64)", 1, "#VALUE!"),
    ('GPU_TFLOPS("B9000")', 1, "#N/A"),
    ("RENT_COST(8,30,-1)", 1, "#NUM!"),
    ("RMB_UPPER(RENT_COST(8,30,-1))", 1, "#NUM!"),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "code", "shown"), EVAL)
def test_eval(formula: str, code: int, shown: str) -> None:
    exit_code, out, err = call("eval", formula)
    assert (exit_code, out.strip()[: len(shown)]) == (code, shown)
    # an MFU of 1 is computed all the same, with a warning
    assert bool(err.strip()) == (code == 1 or formula.startswith("TRAIN_HOURS(1e10"))


DECIMAL_COMMAS = [
    ('RENT_COST(8,30,"6,50")', "6.50"),  # money
    ('RENT_COST(8,30,"¥6,50/卡时")', "6.50/卡时"),
    ('RENT_COST(8,30,"1.234,5")', "1234.5"),
    ('RENT_COST(8,30,15,"0,2")', "0.2"),  # a share taken off
    ('TAX_AMOUNT(100,"6,5%")', "6.5%"),  # a rate
    ('GPU_CARDS("13,5B","200B","A100 80GB",10)', "13.5B"),  # a large number
    ('GPU_TFLOPS("312,5")', "312.5"),  # a name or a number
    ('BILLED_HOURS("1,5小时")', "1.5小时"),  # hours
    ('TRAIN_STEPS("100,5",3)', "100.5"),  # a whole number
]


@pytest.mark.parametrize(("formula", "meant"), DECIMAL_COMMAS)
def test_a_decimal_comma_is_refused_with_the_number_that_is_meant(formula: str, meant: str) -> None:
    code, _, err = call("eval", formula, "--lang", "en")
    assert code == 1 and err.strip().endswith(f"write decimals with a point: {meant}")
    assert (
        call("eval", formula, "--lang", "zh")[2].strip().endswith(f"小数请用小数点，写成 {meant}")
    )


def test_thousands_are_no_decimals() -> None:
    assert call("eval", 'RENT_COST(1,1,"¥12,000")')[:2] == (0, "12000\n")


def test_eval_explains_in_the_language_that_was_asked_for() -> None:
    formula = 'GPU_WHY("PFLOPS_DAYS",1.56E22)'
    assert call("eval", formula, "--lang", "zh")[1].startswith("PFLOPS_DAYS 为 180.5556")
    assert call("--lang", "en", "eval", formula)[1].startswith("PFLOPS_DAYS is 180.5556")
    # what stands in the formula goes first, as it does in a cell
    named = 'GPU_WHY("PFLOPS_DAYS",1.56E22,"en")'
    assert call("eval", named, "--lang", "zh")[1].startswith("PFLOPS_DAYS is ")


def test_eval_warns_of_a_size_typed_without_its_unit() -> None:
    code, out, err = call("eval", 'GPU_CARDS(13,200,"A100 80GB",10)', "--lang", "en")
    assert (code, out) == (0, "1\n")
    params, tokens = err.strip().split("\n")
    assert params.startswith("Warning: params 13 is unlike any training run (10 million to ")
    assert "13,000,000,000 (B)" in params and "200,000,000,000 (B)" in tokens
    zh = call("eval", 'GPU_CARDS(13,200,"A100 80GB",10)', "--lang", "zh")[2]
    assert zh.startswith("注意：params 13 不像训练任务的量级（1000万到10万亿）")
    inner = call("eval", 'RMB_UPPER(RENT_COST(8,"30",1500))', "--lang", "en")[2]
    assert inner.startswith("Warning: price 1500 lies outside")
    assert call("eval", 'GPU_CARDS("13B","200B","A100 80GB",10)')[2] == ""
    assert call("eval", 'GPU_OPTIONS(13,"1B",5,"A100 80GB")')[2].count("13,000,000,000") == 1


def test_eval_warns_of_more_active_parameters_than_there_are() -> None:
    call_ = 'TRAIN_FLOPS("7B","200B",1,"pretrain","13B")'
    code, _, err = call("eval", call_, "--lang", "en")
    assert code == 0 and "active_params 13,000,000,000 are more than params 7,000,000,000" in err
    assert "大于总参数量" in call("eval", call_, "--lang", "zh")[2]
    asked = 'GPU_WHY("TRAIN_FLOPS","7B","200B",1,"pretrain","13B","en")'
    assert "in each other's place" in call("eval", asked)[1]
    fine = 'TRAIN_FLOPS("13B","200B",1,"pretrain","13B")'
    assert call("eval", fine, "--lang", "en")[2] == ""


def test_eval_warns_of_a_family_with_several_memories() -> None:
    code, _, err = call("eval", 'GPU_CARDS("13B","200B","A100",10)', "--lang", "en")
    assert code == 0 and "A100 comes with 40, 80 GB of memory; the smallest (40 GB)" in err
    zh = call("eval", 'GPU_CARDS("13B","200B","A100",10)', "--lang", "zh")[2]
    assert "A100 有 40、80 GB 多种显存" in zh
    for fine in ('GPU_CARDS("13B","200B","A800",10)', 'GPU_TFLOPS("A100")'):
        assert call("eval", fine, "--lang", "en")[2] == ""


@pytest.mark.parametrize("discount", ["-15%", "0.8折"])
def test_eval_refuses_a_discount_of_two_readings(discount: str) -> None:
    code, out, err = call("eval", f'RENT_COST(8,10,15,"{discount}")', "--lang", "en")
    assert (code, out) == (1, "#VALUE!\n") and discount in err and "%" in err


def test_a_price_with_its_unit_is_told_to_be_two_arguments() -> None:
    for lang, said in (("en", '1500,"node-day"'), ("zh", '1500,"台天"')):
        code, _, err = call("eval", 'PRICE_PER_CARD_HOUR("1500元/台天")', "--lang", lang)
        assert code == 1 and said in err and "H100" not in err


def test_eval_tells_the_reason_in_both_languages() -> None:
    assert "outside" in call("eval", "RENT_COST(8,30,-1)", "--lang", "en")[2]
    assert "超出范围" in call("--lang", "zh", "eval", "RENT_COST(8,30,-1)")[2]


WRONG = [
    ("GPU_TFLOPS(H100)", "H100 stands without quotes", 11),
    ("FOO(1)", "no function FOO", 0),
    ("GPU_CARD(1)", "did you mean GPU_CARDS", 0),
    ("TRAIN_STEPS(1,2,3,4,5)", "takes 4 arguments, not 5", 0),
    ("TRAIN_STEPS(1,2", '"," or ")" is expected', 15),
    ("TRAIN_STEPS(1 2)", '"," or ")" is expected', 14),
    ("TRAIN_STEPS(1,2)+1", "should end here", 16),
    ('GPU_CARDS(13B,"200B","A100 80GB",10)', '13B is a text here and goes in quotes: "13B"', 10),
    ('GPU_CARDS("13B",2000亿,"A100 80GB",10)', 'goes in quotes: "2000亿"', 16),
    ("RENT_COST(8,30,15元/卡时)", 'goes in quotes: "15元/卡时"', 15),
    ("RENT_COST(8,30,¥12,000)", 'goes in quotes: "¥12,000"', 15),
    ("RENT_COST(8,30,15,8折)", 'goes in quotes: "8折"', 18),
    ('RENTAL_DAYS(2026-11-30,"2026-12-29")', 'goes in quotes: "2026-11-30"', 12),
    ("GPU_TFLOPS(A100 80GB)", 'text goes in quotes ("A100 80GB")', 11),
    ("GPU_TFLOPS(昇腾910B)", 'text goes in quotes ("昇腾910B")', 11),
    ("TRAIN_STEPS(1000+1,3)", "no arithmetic here", 16),
    ("TRAIN_STEPS(1*2,3)", '"*" is not understood', 13),
    ("TRAIN_STEPS(A1:A3,3)", '":" is not understood', 14),
    ('GPU_TFLOPS("H100)', "never closed", 11),
    ("TRAIN_STEPS(--1,2)", "a number", 13),
    ("", "a function name is expected", 0),
    ("7", "a function name is expected", 0),
    ("TRAIN_STEPS", '"(" is expected after', 0),
    ("__import__('os')", "no function __import__", 0),
    ("RMB_UPPER(" * 60 + "1" + ")" * 60, "nested too deeply", 400),
]


@pytest.mark.parametrize(("formula", "message", "at"), WRONG)
def test_eval_points_at_what_is_no_formula(formula: str, message: str, at: int) -> None:
    with pytest.raises(expression.FormulaSyntaxError) as error:
        expression.evaluate(formula)
    assert message in error.value.en
    assert error.value.at == at
    assert error.value.zh.split("\n")[1:] == error.value.en.split("\n")[1:]
    assert call("eval", "--", formula)[0] == 2


def test_every_example_of_the_registry_evaluates_as_text() -> None:
    seen = 0
    for function in registry.functions().values():
        for example in function.examples:
            text = f"{function.udf_name}({','.join(helptext.literal(a) for a in example.args)})"
            value = expression.evaluate(text).value
            if isinstance(example.want, float | int) and not isinstance(value, ExcelError):
                assert value == pytest.approx(example.want, rel=1e-6), text
            else:
                assert value == example.want, text
            seen += 1
    assert seen >= 30


def test_list_and_show_know_every_function() -> None:
    for lang in ("en", "zh"):
        code, out, _ = call("list", "--lang", lang)
        assert code == 0
        for function in registry.functions().values():
            line = f"{function.udf_name}  {function.summary(lang)}"
            assert line in out
            mark = out.index({"en": "Advanced: set by engineers", "zh": "进阶："}[lang])
            assert (out.index(line) > mark) == function.advanced
            code, shown, _ = call("show", function.udf_name, "--lang", lang)
            assert code == 0
            assert function.signature() in shown
            for arg in function.args:
                assert arg.name in shown
    code, _, err = call("show", "GPU_CARD")
    assert code == 2 and "GPU_CARDS" in err


def test_a_batch_from_the_command_line(folder: Path) -> None:
    options = ["--template", folder / "模板.xlsx", "--as-of", "2026-11-30", "--lang", "en"]
    code, out, err = call("batch", folder / "good.csv", *options, "--out", folder / "a b")
    assert (code, err) == (0, "")
    assert "2 workbooks written, 0 requests failed" in out
    assert sorted(p.name for p in (folder / "a b").iterdir()) == [
        "Q1-星河智能科技（示例）.xlsx", "Q20261130-003-Northwind (example).xlsx", "index.xlsx",
    ]  # fmt: skip
    code, out, err = call("batch", folder / "bad.csv", *options, "--out", folder / "c")
    assert code == 1
    assert "row 4 · gpu · B9000" in err and "nearest" in err
    assert "2 workbooks written, 1 request failed" in out
    code, out, err = call("batch", folder / "good.csv", *options, "--out", folder / "a b")
    assert code == 2 and "--force" in err
    code, *_ = call("batch", folder / "good.csv", *options, "--out", folder / "a b", "--force")
    assert code == 0


def test_wrong_use_is_exit_code_two(folder: Path) -> None:
    book = ("--template", folder / "模板.xlsx", "--lang", "zh", "--out", folder / "o")
    code, _, err = call("batch", folder / "nowhere.csv", *book)
    assert code == 2 and "nowhere.csv" in err
    (folder / "empty.csv").write_bytes(b"")
    assert call("batch", folder / "empty.csv", *book)[2].startswith("文件为空")
    code, _, err = call("batch", folder / "good.csv", "--template", "nope", "--lang", "zh")
    assert code == 2 and "nope" in err
    code, _, err = call("batch", folder / "good.csv", *book, "--name", "{nope}")
    assert code == 2 and "nope" in err
    assert not (folder / "o").exists()
    assert call("batch")[0] == 2


def test_fields_of_a_template(folder: Path) -> None:
    code, out, _ = call("fields", folder / "模板.xlsx")
    assert code == 0
    for piece in ("customer", "Buyer (customer)", "采购方（客户）", "red | blue", "8折"):
        assert piece in out, piece


def test_version() -> None:
    assert call("--version")[:2] == (0, f"gpucalc {__version__}\n")


@pytest.mark.parametrize(
    ("environment", "want"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.GBK", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "zh_TW"}, "zh"),
    ],
)
def test_the_language_of_the_system(
    environment: dict[str, str], want: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for variable, value in environment.items():
        monkeypatch.setenv(variable, value)
    assert console.system_language() == want


@pytest.mark.parametrize("encoding", ["cp936", "ascii", "utf-8"])
def test_any_console_can_show_every_text(encoding: str) -> None:
    command = [sys.executable, "-X", "utf8=0", "-m", "gpucalc", "eval", "RMB_UPPER(16409.02)"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode("utf-8").strip() == "人民币壹万陆仟肆佰零玖元零贰分"


def test_a_new_template(tmp_path: Path) -> None:
    target = tmp_path / "新 报价.xlsx"
    code, out, _ = call("new", "quote", "-o", target, "--lang", "zh")
    assert (code, out.strip()) == (0, str(target))
    assert target.read_bytes() == resources.template("quote", "zh").read_bytes()
    code, _, err = call("new", "quote", "-o", target, "--lang", "zh")
    assert code == 2 and "已存在" in err
    assert call("new", "quote", "-o", target, "--lang", "en", "--force")[0] == 0
    assert target.read_bytes() == resources.template("quote", "en").read_bytes()


@pytest.mark.parametrize("name", ["报价.pdf", "q.xls", "q.csv", "q.XLSM", "q.docx", "a.b.json"])
def test_a_name_of_another_kind_of_file_is_refused(tmp_path: Path, name: str) -> None:
    target = tmp_path / name
    code, out, err = call("new", "quote", "-o", target, "--lang", "en")
    assert (code, out) == (2, "") and f"name it {target.stem}.xlsx" in err
    assert f"请命名为 {target.stem}.xlsx" in call("new", "quote", "-o", target, "--lang", "zh")[2]
    assert call("compare", "--from", tmp_path, "-o", target)[0] == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["报价", "报价 v1.2", "Co. Ltd", "report.final version"])
def test_a_name_without_ending_gets_one(tmp_path: Path, name: str) -> None:
    code, out, _ = call("new", "quote", "-o", tmp_path / name)
    assert (code, out.strip()) == (0, str(tmp_path / f"{name}.xlsx"))
    assert (tmp_path / f"{name}.xlsx").is_file()


def test_other_outputs_are_named_alike(tmp_path: Path) -> None:
    book = tmp_path / "book.xlsx"
    assert call("new", "quote", "-o", book)[0] == 0
    code, _, err = call("portable", book, "-o", tmp_path / "x.pdf", "--lang", "en")
    assert code == 2 and "name it x.xlsx" in err
    assert (
        call("lambdas", "-o", tmp_path / "names.csv", "--lang", "en")[2]
        .strip()
        .endswith("name it names.xlsx or names.txt")
    )


def test_a_pattern_may_end_in_xlsx_only(folder: Path) -> None:
    options = ["--template", folder / "模板.xlsx", "--out", folder / "o", "--lang", "en"]
    code, _, err = call("batch", folder / "good.csv", *options, "--name", "{quote_no}.pdf")
    assert code == 2 and "{quote_no}.xlsx" in err and not (folder / "o").exists()
    assert call("batch", folder / "good.csv", *options, "--name", "{quote_no}.xlsx")[0] == 0
    assert (folder / "o" / "Q1.xlsx").is_file()


def test_a_batch_tells_of_unknown_columns_and_sizes(folder: Path) -> None:
    (folder / "own.csv").write_text("customer,Notes\nA,x\n", encoding="utf-8")
    options = ["--template", folder / "模板.xlsx", "--out", folder / "o"]
    code, _, err = call("batch", folder / "own.csv", *options, "--lang", "en")
    assert code == 0 and err.startswith('note, row 1 · Notes: column B "Notes" is no field')
    zh = call("batch", folder / "own.csv", *options, "--lang", "zh", "--force")[2]
    assert zh.startswith("提示，第 1 行 · Notes: B 列“Notes”不是模板的字段")


def run_script(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """The script as a user starts it: exit code, standard output, standard error."""
    command = [sys.executable, "-m", "gpucalc", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, encoding="utf-8"
    )
    return done.returncode, done.stdout, done.stderr.strip()


WRONG_USE = [
    (
        ("eval",),
        "Missing argument 'formula'; gpucalc eval --help shows",
        "缺少 formula；用法见 gpucalc eval --help",
    ),
    (("frobnicate",), "No such command 'frobnicate'", "没有命令 frobnicate；用法见 gpucalc --help"),
    (("show", "X", "--foo"), "No such option", "没有选项 --foo；用法见 gpucalc show --help"),
    (("batch", "r.csv", "--bogus"), "No such option", "没有选项 --bogus"),
    (("batch", "t.csv", "--as-of", "2026/1/1"), "2026/1/1", "的值不可用（"),
    (("eval", "PI()", "--lang", "cn"), "'cn' is not one of", "“cn”不是可选值 zh、en 之一"),
]


@pytest.mark.parametrize(("arguments", "en", "zh"), WRONG_USE, ids=lambda x: str(x)[:20])
def test_wrong_use_is_told_in_a_sentence(arguments: tuple[str, ...], en: str, zh: str) -> None:
    code, out, err = run_script("--lang", "en", *arguments, PYTHONIOENCODING="cp936")
    assert (code, out) == (2, "") and en in err and "\n" not in err
    code, out, err = run_script("--lang", "zh", *arguments)
    assert (code, out) == (2, "") and zh in err and "Traceback" not in err


def test_the_script_gives_the_exit_code() -> None:
    assert run_script("eval", "TRAIN_STEPS(1000,64)") == (0, "16\n", "")
    assert run_script("eval", "RENT_COST(8,30,-1)")[0] == 1
    # Not LC_ALL: where that locale is not installed, Python takes the checkout's folder for ASCII.
    chinese = {"LC_ALL": "", "LC_MESSAGES": "zh_CN.UTF-8", "LC_CTYPE": "C.UTF-8"}
    assert run_script("show", "NOPE", **chinese) == (
        2, "", "没有函数 NOPE；gpucalc list 可列出全部函数",
    )  # fmt: skip
    assert run_script("--version")[:2] == (0, f"gpucalc {__version__}\n")


def test_what_the_system_refuses_is_told_in_the_language(tmp_path: Path) -> None:
    folder = tmp_path / "文件 夹"
    folder.mkdir()
    for arguments, en, zh in (
        (("batch", folder), "this is a folder; name a file in it", "这是文件夹"),
        (("check", folder), "this is a folder", "这是文件夹"),
        (("batch", tmp_path / "no.csv"), "there is no such file", "没有该文件或文件夹"),
        (("new", "quote", "-o", tmp_path / "no" / "x.xlsx"), "there is no such folder", "请先新建"),
        (("portable", folder, "-o", tmp_path / "x"), "this is no workbook", "这不是工作簿"),
    ):
        code, out, err = call("--lang", "en", *arguments)
        assert (code, out) == (2, "") and en in err and ".tmp" not in err, arguments
        code, _, err = call("--lang", "zh", *arguments)
        assert code == 2 and zh in err and "No such" not in err, arguments


def test_a_folder_may_stand_for_the_output(tmp_path: Path) -> None:
    code, out, _ = call("new", "quote", "-o", tmp_path)
    assert (code, out.strip()) == (0, str(tmp_path / "quote.xlsx"))
    code, out, _ = call("portable", tmp_path / "quote.xlsx", "-o", tmp_path, "--to", "values")
    assert code == 0 and (tmp_path / "quote-values.xlsx").is_file()


def test_help_names_the_file_that_force_leaves_alone() -> None:
    text = " ".join(call("batch", "--help")[1].split())
    assert "leaves all others" in text and "其他文件" in text.replace(" ", "")


def test_the_help_of_new_names_every_template() -> None:
    told = runner.invoke(cli.app, ["new", "--help"]).output
    for name in ("sizing", "rfq", "compare", "quote", "budget", "rent_vs_buy", "price_book"):
        assert name in told, name

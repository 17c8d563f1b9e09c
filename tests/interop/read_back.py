#!/usr/bin/python3
"""Reads every format of one exported table back with pandas and says whether the frame is the same.

    read_back.py FOLDER

FOLDER holds expected.json {"columns": [...], "types": [...], "rows": [[...], ...]} with the values as JSON, and the
bodies csv.csv, json_records.json, json_split.json, json_index.json, json_columns.json, json_values.json,
json_table.json, xml.xml, html_table.html and, if LibreOffice is to read it, excel_web_query.html. Integers must fit
into 64 bits, because pandas reads no longer ones from JSON. Prints one line per format and exits with 1 on any
difference. Written for pandas 1.5 (Debian 12).
"""

import copy
import csv
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd
from lxml import etree
from pandas._libs.parsers import STR_NA_VALUES


class Expected:
    def __init__(self, folder):
        data = json.loads((folder / "expected.json").read_text("utf-8"))
        self.columns, self.types, self.rows = data["columns"], data["types"], data["rows"]

    def column(self, at):
        return [row[at] for row in self.rows]

    def filled(self, text):
        fewer = copy.copy(self)
        fewer.rows = [row for row in self.rows if not blank(row, text)]
        return fewer


def filled(frame, text):
    """The frame without blank rows, of which some readers of pandas leave out a part."""
    return frame.iloc[[at for at, row in enumerate(frame.values) if not blank(row, text)]]


def blank(row, text):
    texts = ["" if not isinstance(value, list) and pd.isna(value) else str(value) for value in row]
    return not any(text(value) for value in texts)


def compare(frame, expected, text=lambda value: value, number=lambda value, gaps: value):
    """text and number make equal what the reader of a format cannot tell apart; gaps: the column misses values."""
    assert list(frame.columns) == expected.columns, f"columns {list(frame.columns)}"
    assert len(frame) == len(expected.rows), f"{len(frame)} rows instead of {len(expected.rows)}"
    for at, (name, kind) in enumerate(zip(expected.columns, expected.types)):
        gaps = None in expected.column(at)
        convert = lambda value: plain(value, kind, text, lambda digits: number(digits, gaps))  # noqa: B023, E731
        got = [convert(value) for value in frame.iloc[:, at]]
        want = [convert(value) for value in expected.column(at)]
        for row, (one, other) in enumerate(zip(got, want)):
            same = one == other and type(one) is type(other)
            assert same, f"row {row}, column {name!r}: {one!r} instead of {other!r}"


def plain(value, kind, text, number):
    """A value of a frame or of expected.json as the Python value its column type says."""
    if not isinstance(value, (list, dict)) and pd.isna(value):
        return None
    if kind in ("string", "any"):
        return text(value if isinstance(value, str) else json.dumps(getattr(value, "item", lambda: value)()))
    if value == "":
        return None
    if kind == "integer":
        return number(int(value))
    if kind == "number":
        return number(float(value))
    if kind == "boolean":
        return {"true": True, "false": False}[str(value).lower()]
    return json.loads(value) if isinstance(value, str) else value


def json_layout(orient):
    def check(folder, expected):
        # dtype and convert_dates off: pandas would make 501 of "00501", and a time of text in a column called "date".
        # convert_axes off: it would make a number of a column name "2024". precise_float: the default is inexact.
        # With orient "table" the schema decides, and pandas refuses these options.
        options = {"dtype": False, "convert_dates": False, "convert_axes": False} if orient != "table" else {}
        frame = pd.read_json(folder / f"json_{orient}.json", orient=orient, precise_float=True, **options)
        if orient in ("index", "columns"):
            # pandas orders the rows of "index" by their keys as text: 0, 1, 10, 11, 2.
            frame.index = [int(key) for key in frame.index]
            frame = frame.sort_index()
        if orient == "values" or (orient in ("records", "index") and not expected.rows):
            # Values have no names; the other two have none without a row.
            assert frame.empty or len(frame.columns) == len(expected.columns), f"{len(frame.columns)} columns"
            frame = pd.DataFrame(frame.values.tolist(), columns=expected.columns, dtype=object)
        # pandas holds integers as floats in a column with a missing value, which tells no integers past 2**53 apart.
        compare(frame, expected, number=lambda value, gaps: float(value) if gaps else value)

    return check


def check_csv(folder, expected):
    path = folder / "csv.csv"
    with open(path, encoding="utf-8", newline="") as file:
        header = next(csv.reader(file))
    # Int64 and boolean, because int64 and bool cannot hold a missing value.
    words = {"integer": "Int64", "number": "float64", "boolean": "boolean"}
    dtypes = {at: words.get(kind, str) for at, kind in enumerate(expected.types)}
    # Nothing but the empty field is missing: pandas would drop "NA". round_trip: the default is inexact.
    missing = {"keep_default_na": False, "na_values": [""]}
    names = range(len(header))  # pandas would rename an empty name
    frame = pd.read_csv(path, header=0, names=names, dtype=dtypes, float_precision="round_trip", **missing)
    frame.columns = header
    compare(frame, expected, text=lambda value: value or None)  # pandas cannot tell "" from an empty field


def check_xml(folder, expected):
    rows = etree.parse(str(folder / "xml.xml")).getroot().findall("row")
    nil = "{http://www.w3.org/2001/XMLSchema-instance}nil"
    cells = [[None if cell.get(nil) else cell.text or "" for cell in row] for row in rows]
    compare(pd.DataFrame(cells, columns=expected.columns, dtype=object), expected)
    if not rows:
        return  # pandas raises for a document without a row
    # Everything as text, or "00501" would be a number. pandas names a column by its tag, strips texts, takes words
    # such as NA for missing and leaves out some blank rows.
    tags = {cell.tag: cell.get("name", cell.tag) for cell in rows[0]}
    frame = pd.read_xml(folder / "xml.xml", xpath="./row", dtype={tag: str for tag in tags})
    text = lambda value: None if value.strip() in STR_NA_VALUES else value.strip()  # noqa: E731
    compare(filled(frame.rename(columns=tags), text), expected.filled(text), text=text)


def check_html(folder, expected):
    # Everything as text, or "00501" would be a number and "NA" missing.
    texts = {at: str for at in range(len(expected.columns))}
    page = (folder / "html_table.html").read_text("utf-8")
    (frame,) = pd.read_html(page, converters=texts, keep_default_na=False, thousands=None)
    # pandas has names of its own for empty headers, makes one space of white space, and leaves out blank rows.
    headers = [cell.text or "" for cell in etree.HTML(page).iter("th")]
    assert headers == expected.columns, f"headers {headers}"
    frame.columns = headers
    text = lambda value: squeezed(value) or None  # noqa: E731
    compare(filled(frame, text), expected.filled(text), text=text)


def check_spreadsheet(folder, expected):
    with tempfile.TemporaryDirectory() as scratch:
        profile = f"-env:UserInstallation=file://{scratch}/profile"
        command = ["soffice", "--headless", profile, "--infilter=calc_HTML_WebQuery"]
        command += ["--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76", "--outdir", scratch]
        command += [str(folder / "excel_web_query.html")]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
        with open(Path(scratch) / "excel_web_query.csv", encoding="utf-8", newline="") as file:
            header, *cells = list(csv.reader(file))
    assert [shown(name) for name in header] == [shown(name) for name in expected.columns], f"header {header}"
    frame = pd.DataFrame(cells, columns=expected.columns, dtype=object)
    # A spreadsheet shows ten digits of a number.
    compare(frame, expected, text=lambda value: shown(value) or None, number=lambda value, _: f"{float(value):.9g}")


def shown(text):
    return squeezed(re.sub(r"\d+\.\d{9,}", lambda digits: f"{float(digits[0]):.9g}", text))


def squeezed(text):
    return re.sub(r"\s+", " ", text).strip()


ORIENTS = ("records", "split", "index", "columns", "values", "table")
CHECKS = {f"json_{orient}": json_layout(orient) for orient in ORIENTS}
CHECKS |= {"csv": check_csv, "xml": check_xml, "html_table": check_html}


def main(folder):
    expected = Expected(folder)
    checks = dict(CHECKS)
    if shutil.which("soffice") and (folder / "excel_web_query.html").exists():
        checks["excel_web_query"] = check_spreadsheet
    failed = False
    for name, check in checks.items():
        try:
            check(folder, expected)
            print(f"{name}: same frame ({len(expected.rows)} rows x {len(expected.columns)} columns)")
        except Exception as problem:
            failed = True
            print(f"{name}: DIFFERENT: {type(problem).__name__}: {problem}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))

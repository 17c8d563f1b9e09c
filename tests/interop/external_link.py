#!/usr/bin/python3
"""Does in LibreOffice Calc what the guide says: Sheet > External Links, and the update of a link.

    external_link.py ADDRESS FOLDER COMMAND…

Links the first table of the page at ADDRESS into an empty sheet, prints its cells, runs COMMAND, which changes the
table, updates the link and prints the cells again: one line of JSON each, every cell as its kind and its text. The
profile of LibreOffice is made in FOLDER.
"""

import json
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.table import CellAddress

SIZE = range(6)


def main(address, folder, command):
    pipe = f"tablecast{time.time_ns()}"
    words = ["--headless", "--norestore", f"-env:UserInstallation=file://{folder}/profile"]
    office = subprocess.Popen(["soffice", *words, f"--accept=pipe,name={pipe};urp;"], stderr=subprocess.DEVNULL)
    try:
        desktop = connect(pipe)
        hidden = PropertyValue(Name="Hidden", Value=True)
        document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
        document.AreaLinks.insertAtPosition(CellAddress(), address, "HTML_1", "calc_HTML_WebQuery", "")
        show(document)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        document.AreaLinks.getByIndex(0).refresh()
        show(document)
        document.close(True)
        desktop.terminate()
        office.wait(timeout=60)
    finally:
        office.kill()


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for attempt in range(120):
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            return context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
        except NoConnectException:
            time.sleep(0.5)
    raise TimeoutError("LibreOffice does not answer")


def show(document):
    sheet = document.Sheets.getByIndex(0)
    rows = [[sheet.getCellByPosition(column, row) for column in SIZE] for row in SIZE]
    cells = [[f"{cell.Type.value} {cell.String}" for cell in row if cell.String] for row in rows]
    print(json.dumps([row for row in cells if row], ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])

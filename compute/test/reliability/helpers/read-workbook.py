"""Prints a sheet of a workbook, read by openpyxl: a JSON array per row. Arguments: the file, the sheet."""
import datetime
import json
import sys

import openpyxl


def plain(value):
    if isinstance(value, datetime.datetime):
        has_time = value.hour or value.minute
        return value.strftime("%Y-%m-%dT%H:%M" if has_time else "%Y-%m-%d")
    return value


book = openpyxl.load_workbook(sys.argv[1], read_only=True)
for row in book[sys.argv[2]].iter_rows(values_only=True):
    print(json.dumps([plain(value) for value in row]))

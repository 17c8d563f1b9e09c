/**
 * One cell of the interactive table as JSON: the text that the page shows, or a number if it is written as
 * JavaScript writes it; linked records as a pair of what is shown and the value; a missing value as null.
 */

import { shownText } from '../base/markup.ts';
import type { Cell, Column } from '../table/table.ts';
import { valueText } from '../table/value-text.ts';
import { linkedRecords } from './record-names.ts';
import { enclosed, escapedParts, isLong, type Written } from './row-pieces.ts';

export function cellWriter(column: Column): (cell: Cell) => Written {
  const { type } = column;
  const text = valueText(column);
  switch (type) {
    case 'integer':
    case 'number':
      return (cell) => numberJson(text(cell));
    case 'boolean':
      return (cell) => text(cell) ?? 'null';
    case 'date':
    case 'datetime':
      return (cell) => textJson(text(cell));
    case 'json':
    case 'string':
    case 'any':
      return (cell) => {
        if (typeof cell === 'number' || typeof cell === 'bigint') return numberJson(text(cell));
        const records = linkedRecords(cell, column);
        if (records) return `["${jsonPart(records.names)}","${jsonPart(records.json)}"]`;
        return typeof cell === 'boolean' ? String(cell) : textJson(text(cell));
      };
  }
}

/** The page must show every digit: what a double does not give back is a string. */
function numberJson(text: string | null): string {
  if (text === null) return 'null';
  const isShort = text.length <= 15 && !text.includes('e');
  return isShort || String(Number(text)) === text ? text : `"${text}"`;
}

function textJson(text: string | null): Written {
  if (text === null) return 'null';
  if (isLong(text)) return enclosed('"', escapedParts(text, jsonPart), '"');
  return special.test(text) ? JSON.stringify(shownText(text)) : `"${text}"`;
}

function jsonPart(part: string): string {
  return JSON.stringify(shownText(part)).slice(1, -1);
}

/** What JSON escapes or HTML does not allow. A surrogate may be half of an allowed character. */
const special = /[^ !#-[\]-~\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd]/;

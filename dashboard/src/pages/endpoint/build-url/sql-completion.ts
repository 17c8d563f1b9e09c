/** What the editor offers while a statement is written: the columns with their types, the table, words of SQL. */
import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete';
import { SQLDialect } from '@codemirror/lang-sql';
import { syntaxTree } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';
import { type Column, typeWords } from './columns.ts';
import { inStatement } from './sql-names.ts';

/** Of a statement that only reads (contract 4.8.6). */
export const selectDialect = SQLDialect.define({
  keywords:
    'all and as asc between by case cast collate cross desc distinct else end escape except exists false filter following from full glob group having in inner intersect is isnull join left like limit natural not notnull null nulls offset on or order outer over partition preceding range recursive right row rows select then true unbounded union using values when where window with',
  builtin:
    'abs avg ceil coalesce concat count date datetime floor group_concat ifnull iif instr json_extract julianday length lower ltrim max min nullif printf random rank replace round row_number rtrim strftime substr sum time total trim upper',
  types: 'integer real text',
  identifierQuotes: '"',
});

/** No name is meant in these. */
const otherNodes = new Set(['String', 'LineComment', 'BlockComment', 'Number']);

export function columnCompletion(
  columns: readonly Column[],
  reservedWords: readonly string[],
): CompletionSource {
  const bare = columns.map((column) => completionOf(column, column.name, reservedWords));
  const quoted = columns.map((column) => completionOf(column, `"${column.name}"`, reservedWords));
  const table: Completion = { label: 'service_table', type: 'class', detail: 'the table', boost: 1 };
  return (context): CompletionResult | null => {
    if (otherNodes.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
    const typed = quotedBefore(context) ?? context.matchBefore(/[\w$\u0080-\uffff]+/);
    if (!typed && !context.explicit) return null;
    const isQuoted = typed?.text.startsWith('"') === true;
    return {
      from: typed?.from ?? context.pos,
      options: isQuoted ? quoted : [...bare, table],
      validFor: isQuoted ? /^"[^"]*$/ : /^[\w$\u0080-\uffff]*$/,
    };
  };
}

/** A name in quotes that has been begun: the quotes before it are all closed. */
function quotedBefore(context: CompletionContext): { from: number; text: string } | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const at = before.lastIndexOf('"');
  if (at === -1 || before.split('"').length % 2 === 1) return null;
  return { from: line.from + at, text: before.slice(at) };
}

function completionOf({ name, type }: Column, label: string, reservedWords: readonly string[]): Completion {
  const text = inStatement(name, reservedWords);
  return {
    label,
    displayLabel: name,
    detail: typeWords[type],
    type: 'property',
    boost: 99,
    apply: (view: EditorView, _completion: Completion, from: number, to: number) => {
      const isClosed = label.startsWith('"') && view.state.sliceDoc(to, to + 1) === '"';
      view.dispatch({
        changes: { from, to: isClosed ? to + 1 : to, insert: text },
        selection: { anchor: from + text.length },
        userEvent: 'input.complete',
      });
    },
  };
}

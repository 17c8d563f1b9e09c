/** The statement as a question: as it was built, with what is not complete yet, or as it is read from the statement. */
import { useMemo, useState } from 'react';
import { type Question, type TableColumn, wholeTable } from './question.ts';
import { readSql } from './read-sql.ts';
import { writeSql } from './write-sql.ts';

interface BuiltQuestion {
  /** Undefined: the builder cannot show the statement. */
  readonly question: Question | undefined;
  readonly change: (question: Question) => void;
}

export function useQuestion(
  sql: string,
  columns: readonly TableColumn[],
  onSql: (sql: string) => void,
): BuiltQuestion {
  const [built, setBuilt] = useState<{ readonly question: Question; readonly sql: string }>();
  const question = useMemo(
    () => (built?.sql === sql ? built.question : questionOf(sql, columns)),
    [built, sql, columns],
  );
  const change = (next: Question): void => {
    const written = statementOf(next, columns);
    setBuilt({ question: next, sql: written });
    if (written !== sql) onSql(written);
  };
  return { question, change };
}

function questionOf(sql: string, columns: readonly TableColumn[]): Question | undefined {
  return sql.trim() === '' ? wholeTable : readSql(sql, columns);
}

/** The whole table needs no statement. */
function statementOf(question: Question, columns: readonly TableColumn[]): string {
  const sql = writeSql(question, columns);
  return sql === writeSql(wholeTable, columns) ? '' : sql;
}

/**
 * The names of the columns of a file: from its header, or numbered, and then as its owner has renamed them. What was said
 * of a column is kept by its name in the file, so that it holds for the next file, too (contract 1.3.10).
 */
import { listedNames } from '../../base/listed-names.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { columnNamesProblem } from '../../table/column-bounds.ts';
import type { ColumnCorrection, FileReading, ReadingChoices } from '../../table/stored/file-reading.ts';
import { columnNames } from '../header-names.ts';

export interface NamedColumns {
  /** As the table has them. */
  readonly names: readonly string[];
  /** As the file has them. */
  readonly originals: readonly string[];
  /** What was said of each. */
  readonly chosen: readonly (ColumnCorrection | undefined)[];
  /** Those that the file has a column for. */
  readonly corrections: ColumnCorrection[];
}

interface Said {
  readonly choices?: ReadingChoices | undefined;
  readonly storedOf?: FileReading | undefined;
}

export function namedColumns(
  header: readonly string[],
  width: number,
  { choices, storedOf }: Said,
): NamedColumns {
  // Looked at before they are made different from each other, because that takes long names long.
  refuseNames(header);
  const found = columnNames(header, width);
  const renamedBefore = new Map(storedOf?.choices.columns?.map(({ name, column }) => [name, column]));
  const originals = found.map((name) => renamedBefore.get(name) ?? name);
  const said = new Map(choices?.columns?.map((correction) => [correction.column, correction]));
  const chosen = originals.map((original) => said.get(original));
  const names = originals.map((original, at) => chosen[at]?.name ?? original);
  refuseNames(names);
  refuseRepeated(names);
  return { names, originals, chosen, corrections: chosen.filter((each) => each !== undefined) };
}

function refuseNames(names: readonly string[]): void {
  const problem = columnNamesProblem(names);
  if (problem !== undefined) throw inputRefused(problem);
}

function refuseRepeated(names: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = names.filter((name) => seen.size === seen.add(name).size);
  if (repeated.length > 0)
    throw inputRefused(
      `Two columns cannot have the same name: ${listedNames(repeated)}. Choose another name.`,
    );
}

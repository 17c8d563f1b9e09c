/**
 * A column whose type its owner has chosen: in which form its cells are written is found over all of them, if it was
 * not said. Cells that do not fit are counted; if two forms fit equally well and mean something else, it is not decided
 * (contract 1.3.10).
 */
import { fitsInt64 } from '../../base/int64.ts';
import type { StoredColumn } from '../../table/stored/table-layout.ts';
import type { WrittenForm } from '../../table/table.ts';
import { type ChosenType, formsOfType, plainForm } from '../../table/written-form.ts';

export interface NotedCell {
  readonly text: string;
  readonly line: number;
}

export interface ChosenNote {
  readonly type: ChosenType;
  readonly misfits: number;
  readonly firstMisfit: NotedCell | undefined;
  /** The forms of which one must be chosen. */
  readonly forms: readonly WrittenForm[];
  /** The first cell that they read in different ways. */
  readonly differing: NotedCell | undefined;
}

const maxNoteLength = 30;

export class ChosenTally {
  readonly #type: ChosenType;
  readonly #forms: readonly FormTally[];
  #differing: NotedCell | undefined;

  constructor(type: ChosenType, form: WrittenForm | undefined) {
    this.#type = type;
    const forms = form === undefined ? formsOfType[type] : [form];
    this.#forms = forms.map((each) => new FormTally(type, each));
  }

  add(text: string, start: number, end: number, line: number): void {
    const written = text.slice(start, Math.min(end, start + maxWritten));
    const noted = { text: written.slice(0, maxNoteLength), line };
    const plain = this.#forms.map((form) => form.add(written, noted)).filter((value) => value !== null);
    if (plain.some((value) => value !== plain[0])) this.#differing ??= noted;
  }

  /** Undefined as long as it is in doubt. */
  describe(name: string): StoredColumn | undefined {
    const [form, ...others] = this.#best();
    if (!form || others.length > 0) return undefined;
    const { exceedsInt64 } = form;
    return { name, type: this.#type, needsNoEscaping: false, exceedsInt64, form: form.form };
  }

  note(): ChosenNote {
    const best = this.#best();
    const [form] = best;
    return {
      type: this.#type,
      misfits: form?.misfits ?? 0,
      firstMisfit: form?.firstMisfit,
      forms: best.length > 1 ? best.map((each) => each.form) : [],
      differing: this.#differing,
    };
  }

  /** Those that fit most cells; one if it makes no difference. */
  #best(): readonly FormTally[] {
    const fewest = Math.min(...this.#forms.map(({ misfits }) => misfits));
    const best = this.#forms.filter(({ misfits }) => misfits === fewest);
    return this.#differing === undefined ? best.slice(0, 1) : best;
  }
}

/** Nothing longer fits. */
const maxWritten = 65;

class FormTally {
  readonly form: WrittenForm;
  misfits = 0;
  firstMisfit: NotedCell | undefined;
  exceedsInt64 = false;
  readonly #isInteger: boolean;
  readonly #plain: (written: string) => string | null;

  constructor(type: ChosenType, form: WrittenForm) {
    this.form = form;
    this.#isInteger = type === 'integer';
    this.#plain = plainForm(type, form);
  }

  add(written: string, noted: NotedCell): string | null {
    const plain = this.#plain(written);
    if (plain === null) {
      this.misfits += 1;
      this.firstMisfit ??= noted;
    } else if (this.#isInteger && plain.length > 18) this.exceedsInt64 ||= !fitsInt64(BigInt(plain));
    return plain;
  }
}

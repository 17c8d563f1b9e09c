/**
 * In the browser: stores the rows of the interactive table by column, as they are shown, sorts them by a column and
 * finds those that contain every search word.
 */
globalThis.TableRows = class TableRows {
  count = 0;
  /** By column and row, the values of cells that show something else. */
  #values;
  /** The lower-case text of all cells of each row, prepared before the first search. */
  #texts = [];
  #collator = new Intl.Collator(undefined, { numeric: true });

  constructor(names, numeric) {
    this.names = names;
    this.numeric = numeric;
    this.columns = names.map(() => []);
    this.#values = names.map(() => new Map());
  }

  add([count, ...columns]) {
    columns.forEach((cells, column) => {
      const known = this.columns[column];
      for (const cell of cells)
        known.push(Array.isArray(cell) ? this.#shown(cell, known.length, column) : cell);
    });
    this.count += count;
  }

  text(row, column) {
    const cell = this.columns[column][row];
    return cell === null ? '' : String(cell);
  }

  /** The value of linked records, which are shown by their names; undefined for any other cell. */
  value(row, column) {
    return this.#values[column].get(row);
  }

  #shown([names, value], row, column) {
    this.#values[column].set(row, value);
    return names;
  }

  /** Prepares the texts of up to `limit` more rows; returns whether any rows remain. */
  prepareSearch(limit) {
    const end = Math.min(this.count, this.#texts.length + limit);
    for (let row = this.#texts.length; row < end; row++) {
      let text = '';
      for (const cells of this.columns) {
        const cell = cells[row];
        if (cell !== null) text += `${cell}\n`;
      }
      this.#texts.push(text.toLowerCase());
    }
    return end < this.count;
  }

  /** Returns the rows that contain every word, in the same order. */
  matching(order, words) {
    this.prepareSearch(this.count);
    const texts = this.#texts;
    const found = new Uint32Array(this.count);
    let length = 0;
    for (let index = 0; index < this.count; index++) {
      const row = order === null ? index : order[index];
      if (words.every((word) => texts[row].includes(word))) found[length++] = row;
    }
    return found.subarray(0, length);
  }

  /** Row numbers sorted by the values of a column; the sort is stable, missing values come last. */
  orderBy(column, descending) {
    const cells = this.columns[column];
    const { ranks, last } = this.#rankValues(column);
    const keys = new Float64Array(this.count);
    for (let row = 0; row < this.count; row++) {
      const rank = cells[row] === null ? last + 1 : ranks.get(cells[row]);
      keys[row] = (descending && rank <= last ? last - rank : rank) * this.count + row;
    }
    return keys.sort().map((key) => key % this.count);
  }

  /** Numbers by value, then all other values as text; values that compare equal share a rank. */
  #rankValues(column) {
    const isNumber = (cell) => typeof cell === 'number' || (this.numeric[column] && typeof cell === 'string');
    const values = [...new Set(this.columns[column])].filter((cell) => cell !== null);
    const numbers = values.filter(isNumber).sort(compareNumbers);
    const texts = values.filter((cell) => !isNumber(cell)).sort(this.#collator.compare);
    const ranks = new Map();
    let last = -1;
    for (const [sorted, compare] of [
      [numbers, compareNumbers],
      [texts, this.#collator.compare],
    ]) {
      sorted.forEach((value, index) => {
        if (index === 0 || compare(sorted[index - 1], value) !== 0) last++;
        ranks.set(value, last);
      });
    }
    return { ranks, last };
  }
};

/** A number too long for a double is a string; integers are compared exactly, to the last digit. */
function compareNumbers(left, right) {
  return Number(left) - Number(right) || compareDigits(String(left), String(right));
}

function compareDigits(left, right) {
  const whole = /^-?\d+$/;
  if (left === right || !whole.test(left) || !whole.test(right)) return 0;
  return BigInt(left) < BigInt(right) ? -1 : Number(BigInt(left) > BigInt(right));
}

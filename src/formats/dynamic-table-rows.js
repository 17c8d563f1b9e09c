/**
 * In the browser: the rows of the interactive table, held column by column, and the two questions asked of
 * them: in which order a column puts them, and which of them hold every searched word (4.7).
 */
globalThis.TableRows = class TableRows {
  count = 0;
  /** Per row the lower-case text of all its cells; filled ahead of the first search. */
  #texts = [];
  #collator = new Intl.Collator(undefined, { numeric: true });

  constructor(names, numeric) {
    this.names = names;
    this.numeric = numeric;
    this.columns = names.map(() => []);
  }

  add([count, ...columns]) {
    columns.forEach((cells, column) => {
      const known = this.columns[column];
      for (const cell of cells) known.push(cell);
    });
    this.count += count;
  }

  text(row, column) {
    const cell = this.columns[column][row];
    return cell === null ? '' : String(cell);
  }

  /** Makes the texts of some more rows; false when there are none left to make. */
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

  /** Those of the rows that hold every word, in the same order. */
  matching(order, words) {
    this.prepareSearch(this.count);
    const texts = this.#texts;
    const found = new Uint32Array(this.count);
    let length = 0;
    for (let place = 0; place < this.count; place++) {
      const row = order === null ? place : order[place];
      if (words.every((word) => texts[row].includes(word))) found[length++] = row;
    }
    return found.subarray(0, length);
  }

  /** Row numbers by the values of a column: equal values keep their order, missing ones come last. */
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

  /** Numbers by value, then all else as text; values that compare as equal share a rank. */
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
      sorted.forEach((value, place) => {
        if (place === 0 || compare(sorted[place - 1], value) !== 0) last++;
        ranks.set(value, last);
      });
    }
    return { ranks, last };
  }
};

/** A number too long for a double comes as its text; whole ones are told apart to the last digit. */
function compareNumbers(left, right) {
  return Number(left) - Number(right) || compareDigits(String(left), String(right));
}

function compareDigits(left, right) {
  const whole = /^-?\d+$/;
  if (left === right || !whole.test(left) || !whole.test(right)) return 0;
  return BigInt(left) < BigInt(right) ? -1 : Number(BigInt(left) > BigInt(right));
}

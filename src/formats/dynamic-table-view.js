/**
 * In the browser: displays the interactive table and handles its controls. Only the rows of the current page are in
 * the document; each cell is set as text.
 */
const element = (id) => document.getElementById(id);
const number = new Intl.NumberFormat('en');
const { names, numeric } = JSON.parse(document.currentScript.previousElementSibling.textContent);
const rows = new TableRows(names, numeric);

/** `order` and `shown` are lists of row numbers; null means all rows in their original order. */
const state = {
  column: -1,
  descending: false,
  order: null,
  words: [],
  shown: null,
  first: 0,
  size: 50,
  loading: true,
  watch: 0,
};

Object.assign(globalThis, { takeRows, finish });
buildHeader();
listen();
watchArrival();
for (const part of document.querySelectorAll('main, footer, .find')) part.hidden = false;

function takeRows() {
  const block = document.currentScript.previousElementSibling;
  rows.add(JSON.parse(block.textContent));
  block.remove();
  watchArrival();
  if (element('body').childElementCount === 0) showPage();
  else showCount();
}

function finish() {
  state.loading = false;
  watchArrival();
  element('frame').removeAttribute('aria-busy');
  if (state.column >= 0) sortRows();
  pickRows();
  prepareInIdleTime();
}

/** Prepares the search index in small steps, so that typing never waits for it. */
function prepareInIdleTime() {
  if (rows.prepareSearch(2000)) setTimeout(prepareInIdleTime, 4);
}

function shownCount() {
  return state.shown === null ? rows.count : state.shown.length;
}

function sortRows() {
  state.order = state.column < 0 ? null : rows.orderBy(state.column, state.descending);
}

function pickRows() {
  state.shown = state.words.length === 0 ? state.order : rows.matching(state.order, state.words);
  goTo(0);
}

function goTo(first) {
  const lastPage = Math.floor(Math.max(0, shownCount() - 1) / state.size) * state.size;
  state.first = Math.max(0, Math.min(first, lastPage));
  showPage();
  element('frame').scrollTop = 0;
}

function showPage() {
  const end = Math.min(state.first + state.size, shownCount());
  const lines = [];
  for (let index = state.first; index < end; index++) {
    lines.push(makeRow(state.shown === null ? index : state.shown[index], index));
  }
  element('body').replaceChildren(...lines);
  markWords();
  showCount();
  showMessage();
}

function makeRow(row, index) {
  const line = document.createElement('tr');
  line.setAttribute('aria-rowindex', index + 2);
  for (let column = 0; column < names.length; column++) {
    const cell = line.insertCell();
    if (numeric[column]) cell.className = 'number';
    const text = rows.text(row, column);
    const value = rows.value(row, column);
    if (value !== undefined) cell.title = value;
    if (text.length > 40 || text.includes('\n')) cell.append(makeLongText(text));
    else cell.textContent = text;
  }
  return line;
}

/** Wraps long text; text of more than a few lines is truncated until the user expands it. */
function makeLongText(text) {
  const box = document.createElement('div');
  box.className = 'long';
  box.textContent = text;
  if (text.length > 80 || text.split('\n').length > 2) {
    box.classList.add('cut');
    box.tabIndex = 0;
    box.setAttribute('role', 'button');
    box.setAttribute('aria-expanded', 'false');
  }
  return box;
}

function toggleText(box) {
  const open = box.classList.toggle('open');
  box.setAttribute('aria-expanded', String(open));
}

function buildHeader() {
  names.forEach((name, column) => {
    const head = document.createElement('th');
    head.scope = 'col';
    if (numeric[column]) head.className = 'number';
    const button = document.createElement('button');
    button.type = 'button';
    button.append(document.createElement('span'));
    button.firstChild.textContent = name;
    if (name.length > 80) button.title = name;
    button.addEventListener('click', () => turnSort(column));
    head.append(button);
    element('names').append(head);
  });
}

/** Cycles through ascending, descending and original order. */
function turnSort(column) {
  const same = state.column === column;
  state.column = same && state.descending ? -1 : column;
  state.descending = same && !state.descending;
  [...element('names').children].forEach((head, index) => {
    if (index === state.column) head.ariaSort = state.descending ? 'descending' : 'ascending';
    else head.removeAttribute('aria-sort');
  });
  sortRows();
  pickRows();
}

function search() {
  const words = element('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.join(' ') === state.words.join(' ')) return;
  state.words = words;
  pickRows();
}

function showCount() {
  const count = shownCount();
  const end = Math.min(state.first + state.size, count);
  const range =
    count === 0
      ? 'No rows'
      : `Rows ${number.format(state.first + 1)}–${number.format(end)} of ${number.format(count)}`;
  const all = state.words.length > 0 ? ` (filtered from ${number.format(rows.count)})` : '';
  element('count').textContent = range + all + (state.loading ? ', loading…' : '');
  const pages = Math.max(1, Math.ceil(count / state.size));
  element('place').textContent =
    `Page ${number.format(state.first / state.size + 1)} of ${number.format(pages)}`;
  for (const id of ['first', 'previous']) element(id).ariaDisabled = String(state.first === 0);
  for (const id of ['next', 'last']) element(id).ariaDisabled = String(end >= count);
  document.querySelector('table').setAttribute('aria-rowcount', count + 1);
}

function showMessage() {
  const empty = shownCount() === 0;
  const searching = state.words.length > 0;
  element('message').hidden = !empty;
  element('clear').hidden = !searching;
  const nothing = searching ? `No row has “${element('search').value.trim()}”.` : 'This table has no rows.';
  element('message-text').textContent = state.loading ? 'Loading…' : nothing;
}

/** Highlights the search words without changing the document, if the browser supports it. */
function markWords() {
  if (!('highlights' in CSS)) return;
  const marks = new Highlight();
  const texts = document.createTreeWalker(element('body'), NodeFilter.SHOW_TEXT);
  while (state.words.length > 0 && texts.nextNode()) {
    const node = texts.currentNode;
    const lower = node.data.toLowerCase();
    if (lower.length === node.data.length) for (const word of state.words) addMarks(marks, node, lower, word);
  }
  CSS.highlights.set('found', marks);
}

function addMarks(marks, node, lower, word) {
  for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
    const range = new StaticRange({
      startContainer: node,
      startOffset: at,
      endContainer: node,
      endOffset: at + word.length,
    });
    marks.add(range);
  }
}

function listen() {
  let waiting;
  element('search').addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(search, 120);
  });
  element('clear').addEventListener('click', () => {
    element('search').value = '';
    element('search').focus();
    search();
  });
  element('size').addEventListener('change', (event) => {
    state.size = Number(event.target.value);
    goTo(Math.floor(state.first / state.size) * state.size);
  });
  element('first').addEventListener('click', () => goTo(0));
  element('previous').addEventListener('click', () => goTo(state.first - state.size));
  element('next').addEventListener(
    'click',
    () => state.first + state.size < shownCount() && goTo(state.first + state.size),
  );
  element('last').addEventListener('click', () => goTo(shownCount()));
  element('body').addEventListener('click', ({ target }) => {
    if (target.classList.contains('cut') && document.getSelection().isCollapsed) toggleText(target);
  });
  element('body').addEventListener('keydown', (event) => {
    if (!event.target.classList.contains('cut') || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    toggleText(event.target);
  });
  document.addEventListener('DOMContentLoaded', () => {
    if (state.loading) tellStalled();
  });
}

/** A truncated response must never look like the complete table, and some browsers do not report it. */
function watchArrival() {
  clearTimeout(state.watch);
  element('stalled').hidden = true;
  if (state.loading) state.watch = setTimeout(tellStalled, 5000);
}

function tellStalled() {
  const count = number.format(rows.count);
  element('stalled').textContent =
    `Only ${count} rows have arrived and no more are coming in. If that stays so, reload the page.`;
  element('stalled').hidden = false;
}

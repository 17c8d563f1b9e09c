/**
 * The `fields` parameter: `a,b(c,d),e.f,g/h` selects parts of a response, also inside lists; `*` is everything. An
 * invalid mask selects everything.
 */

export interface FieldsMask {
  /** Null: the whole value. */
  readonly [name: string]: FieldsMask | null;
}

export function maskedBy(value: unknown, mask: string | null): unknown {
  const tree = mask ? parseMask(mask) : undefined;
  return tree ? pick(value, tree) : value;
}

export function parseMask(text: string): FieldsMask | undefined {
  const tokens = text.match(/[A-Za-z0-9_*]+|[(),./]|\S/g) ?? [];
  const reader = { tokens, at: 0 };
  const tree = parseList(reader);
  return reader.at === tokens.length ? tree : undefined;
}

interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

function parseList(reader: Reader): FieldsMask | undefined {
  let tree: FieldsMask = {};
  do {
    const item = parseItem(reader);
    if (!item) return undefined;
    tree = merged(tree, item);
  } while (accept(reader, ','));
  return tree;
}

function parseItem(reader: Reader): FieldsMask | undefined {
  const name = reader.tokens[reader.at];
  if (!name || !/^[A-Za-z0-9_*]+$/.test(name)) return undefined;
  reader.at += 1;
  if (accept(reader, '.') || accept(reader, '/')) {
    const rest = parseItem(reader);
    return rest && { [name]: rest };
  }
  if (!accept(reader, '(')) return { [name]: null };
  const inner = parseList(reader);
  return inner && accept(reader, ')') ? { [name]: inner } : undefined;
}

function accept(reader: Reader, token: string): boolean {
  if (reader.tokens[reader.at] !== token) return false;
  reader.at += 1;
  return true;
}

function merged(a: FieldsMask, b: FieldsMask): FieldsMask {
  const result: Record<string, FieldsMask | null> = { ...a };
  for (const [name, inner] of Object.entries(b)) {
    const old = result[name];
    if (old === undefined) result[name] = inner;
    else result[name] = old && inner ? merged(old, inner) : null;
  }
  return result;
}

function pick(value: unknown, tree: FieldsMask): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => pick(item, tree));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    const below = name in tree ? tree[name] : tree['*'];
    if (below === undefined) return [];
    return [[name, below === null ? inner : pick(inner, below)]];
  });
  return Object.fromEntries(kept);
}

/** Whether the mask covers this path, such as `['gridProperties', 'rowCount']`. */
export function covers(tree: FieldsMask, [name = '', ...rest]: readonly string[]): boolean {
  const below = name in tree ? tree[name] : tree['*'];
  if (below === undefined) return false;
  return below === null || rest.length === 0 || covers(below, rest);
}

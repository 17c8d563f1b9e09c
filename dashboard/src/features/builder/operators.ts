/**
 * The operators of filters, one row each: for which kinds of columns, in which words, and how SQL says it. The same row
 * writes a filter and reads it back.
 */
import type { Filter, OperatorName } from './question.ts';

export type Kind = 'text' | 'number' | 'date' | 'boolean' | 'list' | 'mixed';

const kinds: Readonly<Record<string, Kind>> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  json: 'list',
  any: 'mixed',
};

export function kindOf(type: string): Kind {
  return kinds[type] ?? (type.startsWith('date') ? 'date' : 'text');
}

/** How a value stands in a statement. */
export type Literal =
  | 'text'
  | 'number'
  | 'day'
  /** Patterns of LIKE. */
  | 'containing'
  | 'beginning'
  | 'ending';

/** What is compared: the column, its first ten characters (the day of an ISO date), or the column with '' for missing. */
export type Subject = 'column' | 'day' | 'filled';

export interface Operator {
  readonly label: string;
  readonly kinds: readonly Kind[];
  readonly subject: Subject;
  /** What follows the subject: words and signs of SQL, and values. */
  readonly parts: readonly (string | { readonly value: Literal } | { readonly list: Literal })[];
}

const texts: readonly Kind[] = ['text', 'mixed'];
const all: readonly Kind[] = ['text', 'number', 'date', 'boolean', 'list', 'mixed'];
const number = { value: 'number' } as const;
const day = { value: 'day' } as const;

function compared(label: string, sign: string): Operator {
  return { label, kinds: ['number'], subject: 'column', parts: [sign, number] };
}

/** In the order in which they are offered. */
export const operators: Readonly<Record<OperatorName, Operator>> = {
  is: { label: 'is', kinds: texts, subject: 'column', parts: ['=', { value: 'text' }] },
  isNot: { label: 'is not', kinds: texts, subject: 'column', parts: ['IS', 'NOT', { value: 'text' }] },
  isOneOf: {
    label: 'is one of',
    kinds: texts,
    subject: 'column',
    parts: ['IN', { list: 'text' }],
  },
  contains: {
    label: 'contains',
    kinds: ['text', 'list', 'mixed'],
    subject: 'column',
    parts: ['LIKE', { value: 'containing' }],
  },
  startsWith: {
    label: 'starts with',
    kinds: texts,
    subject: 'column',
    parts: ['LIKE', { value: 'beginning' }],
  },
  endsWith: { label: 'ends with', kinds: texts, subject: 'column', parts: ['LIKE', { value: 'ending' }] },
  equals: compared('=', '='),
  differs: { label: '≠', kinds: ['number'], subject: 'column', parts: ['IS', 'NOT', number] },
  greater: compared('>', '>'),
  atLeast: compared('≥', '>='),
  less: compared('<', '<'),
  atMost: compared('≤', '<='),
  between: {
    label: 'is between',
    kinds: ['number'],
    subject: 'column',
    parts: ['BETWEEN', number, 'AND', number],
  },
  on: { label: 'is on', kinds: ['date'], subject: 'day', parts: ['=', day] },
  before: { label: 'is before', kinds: ['date'], subject: 'day', parts: ['<', day] },
  after: { label: 'is after', kinds: ['date'], subject: 'day', parts: ['>', day] },
  betweenDays: {
    label: 'is between',
    kinds: ['date'],
    subject: 'day',
    parts: ['BETWEEN', day, 'AND', day],
  },
  isTrue: { label: 'is true', kinds: ['boolean'], subject: 'column', parts: ['=', '1'] },
  isFalse: { label: 'is false', kinds: ['boolean'], subject: 'column', parts: ['=', '0'] },
  isEmpty: { label: 'is empty', kinds: all, subject: 'filled', parts: ['=', "''"] },
  isNotEmpty: { label: 'is not empty', kinds: all, subject: 'filled', parts: ['<>', "''"] },
};

export const operatorNames = Object.keys(operators).filter((name): name is OperatorName => name in operators);

export function operatorsOf(kind: Kind): readonly OperatorName[] {
  return operatorNames.filter((name) => operators[name].kinds.includes(kind));
}

/** How many values an operator takes; `many`: one or more. */
export function valuesOf(name: OperatorName): 0 | 1 | 2 | 'many' {
  const { parts } = operators[name];
  if (parts.some((part) => typeof part === 'object' && 'list' in part)) return 'many';
  const count = parts.filter((part) => typeof part === 'object').length;
  return count === 0 ? 0 : count === 1 ? 1 : 2;
}

export function literalOf(name: OperatorName): Literal | undefined {
  const part = operators[name].parts.find((each) => typeof each === 'object');
  return part && ('list' in part ? part.list : part.value);
}

/** Those that still mean something after another operator was chosen. */
export function fittingValues(name: OperatorName, values: readonly string[]): readonly string[] {
  const wanted = valuesOf(name);
  return wanted === 'many' ? values : values.slice(0, wanted);
}

const numberPattern = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const dayPattern = /^\d{4}-\d\d-\d\d$/;

export function isValue(literal: Literal, text: string): boolean {
  if (literal === 'number') return numberPattern.test(text);
  if (literal === 'day') return dayPattern.test(text);
  return literal === 'text' || text !== '';
}

/** Whether a filter says all that SQL needs. */
export function isComplete({ operator, values }: Filter): boolean {
  const wanted = valuesOf(operator);
  const literal = literalOf(operator);
  if (literal === undefined) return true;
  const isEnough = wanted === 'many' ? values.length > 0 : values.length === wanted;
  return isEnough && values.every((value) => isValue(literal, value));
}

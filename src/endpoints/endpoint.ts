/**
 * An endpoint: source, selected fields, default format, name, token, and the custom parameters that its owner has
 * enabled (contract 2.1).
 */
import { z } from 'zod';
import type { FormatName } from '../formats/all-formats.ts';
import type { SourceName } from '../sources/all-sources.ts';

/** Parameters that work only if the owner has enabled them (contract 4.6.10). */
export const customParameters = ['all_fields'] as const;

export type CustomParameter = (typeof customParameters)[number];

/** How a cell of linked records is shown. */
export const linkedRecordForms = ['names', 'ids', 'json'] as const;

export type LinkedRecords = (typeof linkedRecordForms)[number];

export interface Endpoint {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** The default output format. */
  readonly type: FormatName;
  readonly source: SourceName;
  readonly sourceSettings: unknown;
  /** Null if the source is not a platform. */
  readonly connectionId: string | null;
  /** Null: all fields. */
  readonly fields: readonly string[] | null;
  readonly tokenDigest: string | null;
  readonly customParameters: readonly CustomParameter[];
  /** Ids of the spreadsheets that `save_to_gsheets` may write to. */
  readonly allowedSpreadsheets: readonly string[];
  /** For the people who use it, on its public page. */
  readonly description: string;
  /** Whether it has a public page. */
  readonly isPublic: boolean;
  /** `json` where the source has none. */
  readonly linkedRecords: LinkedRecords;
  /** Since when its owner has it refuse every request; null while it serves. */
  readonly pausedAt: number | null;
  readonly createdAt: number;
}

export const fieldList = z.array(z.string()).nullable();
export const customParameterList = z.array(z.enum(customParameters));
export const linkedRecordForm = z.enum(linkedRecordForms);
export const spreadsheetList = z.array(z.string());

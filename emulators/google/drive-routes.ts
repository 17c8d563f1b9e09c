/**
 * `/drive/v3…`: list, get, download, create, update and delete files, pre-generated ids, and information about the
 * user. Without `fields`, only kind, id, name and mimeType are returned.
 */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { callerOf } from './caller-access.ts';
import { fileResource, rootId, visibleFile, visibleFiles } from './drive-files.ts';
import { orderFiles, parseQuery } from './drive-query.ts';
import { createFile, deleteFile, fileMetadataSchema, updateFile } from './drive-saving.ts';
import { maskedBy } from './fields-mask.ts';
import { type DriveFile, folderType } from './google-data.ts';
import { type Grant, subjectOf } from './google-grants.ts';
import { badRequest, entityNotFound, GoogleProblem, invalidValue } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';
import { newFileId } from './new-spreadsheet.ts';
import { bodyOf } from './request-body.ts';
import { shownByDefault } from './upload-routes.ts';

export const drivePath = '/drive/v3/';

export function answerDrive(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const [kind, id, more] = call.path.slice(drivePath.length).split('/');
  const route = `${call.method} ${kind}`;
  if (route === 'GET about') return about(state, call);
  if (kind !== 'files' || more !== undefined) throw entityNotFound();
  if (id === undefined) return call.method === 'GET' ? list(state, call) : create(state, call);
  if (route === 'GET files' && id === 'generateIds') return generateIds(state, call);
  if (route === 'GET files') return get(state, call, id);
  if (route !== 'PATCH files' && route !== 'DELETE files') throw entityNotFound();
  const grant = callerOf(state, call, 'driveWrite');
  if (call.method === 'PATCH') {
    return shown(updateFile(state, grant, id, bodyOf(call, fileMetadataSchema), undefined), grant, call);
  }
  deleteFile(state, grant, id);
  return { status: 204 };
}

function shown(file: DriveFile, grant: Grant, call: EmulatedCall): EmulatedAnswer {
  const mask = call.query.get('fields') ?? shownByDefault;
  return { status: 200, body: maskedBy(fileResource(file, grant), mask) };
}

function list(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const { query } = call;
  const grant = callerOf(state, call, 'driveMetadata');
  const q = query.get('q') ?? '';
  const test = q.trim() ? parseQuery(q, grant.email) : () => true;
  const found = orderFiles(visibleFiles(state, grant).filter(test), query.get('orderBy'));
  const size = pageSize(query.get('pageSize'));
  const start = pageStart(query.get('pageToken'), q);
  const end = start + size;
  const body = {
    kind: 'drive#fileList',
    incompleteSearch: false,
    files: found.slice(start, end).map((file) => fileResource(file, grant)),
    ...(end < found.length && { nextPageToken: pageToken(end, q) }),
  };
  const mask = query.get('fields') ?? `kind,incompleteSearch,nextPageToken,files(${shownByDefault})`;
  return { status: 200, body: maskedBy(body, mask) };
}

function pageSize(text: string | null): number {
  const size = Number(text ?? 100);
  if (!Number.isInteger(size) || size < 1 || size > 1000) throw invalidValue('pageSize');
  return size;
}

/** Contains the search that it was issued for, and is refused with any other. */
function pageToken(start: number, q: string): string {
  return `~!!~${Buffer.from(JSON.stringify([start, q])).toString('base64url')}`;
}

function pageStart(token: string | null, q: string): number {
  if (token === null) return 0;
  const [, text = ''] = /^~!!~([\w-]+)$/.exec(token) ?? [];
  const [, start] = /^\[(\d+),/.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? [];
  if (start === undefined || pageToken(Number(start), q) !== token) throw invalidValue('pageToken');
  return Number(start);
}

function get(state: GoogleState, call: EmulatedCall, id: string): EmulatedAnswer {
  const isMedia = call.query.get('alt') === 'media';
  const grant = callerOf(state, call, isMedia ? 'driveContent' : 'driveMetadata');
  if (id === 'root') return shown(rootFolder(grant), grant, call);
  const file = visibleFile(state, grant, id);
  if (!isMedia) return shown(file, grant, call);
  if (file.mimeType.startsWith('application/vnd.google-apps.')) {
    throw new GoogleProblem({
      code: 403,
      message: 'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      reason: 'fileNotDownloadable',
      location: ['parameter', 'alt'],
    });
  }
  return { status: 200, headers: { 'content-type': file.mimeType }, body: file.content };
}

function rootFolder({ email }: Grant): DriveFile {
  const time = '2020-01-01T00:00:00.000Z';
  return {
    id: rootId,
    name: 'My Drive',
    mimeType: folderType,
    content: Buffer.alloc(0),
    owner: email,
    trashed: false,
    createdTime: time,
    modifiedTime: time,
  };
}

function create(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  if (call.method !== 'POST') throw entityNotFound();
  const grant = callerOf(state, call, 'driveWrite');
  return shown(createFile(state, grant, bodyOf(call, fileMetadataSchema), undefined), grant, call);
}

function generateIds(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  callerOf(state, call, 'driveWrite');
  const count = Number(call.query.get('count') ?? 10);
  if (!Number.isInteger(count) || count < 1 || count > 1000) throw invalidValue('count');
  const ids = Array.from({ length: count }, newFileId);
  return { status: 200, body: { kind: 'drive#generatedIds', space: 'drive', ids } };
}

function about(state: GoogleState, call: EmulatedCall): EmulatedAnswer {
  const grant = callerOf(state, call, 'driveMetadata');
  const mask = call.query.get('fields');
  if (!mask) throw badRequest("The 'fields' parameter is required for this method.");
  const limit = 16_106_127_360;
  const used = visibleFiles(state, grant).reduce((sum, file) => sum + file.content.length, 0);
  const body = {
    kind: 'drive#about',
    user: {
      kind: 'drive#user',
      displayName: grant.email.split('@')[0],
      me: true,
      permissionId: subjectOf(grant.email),
      emailAddress: grant.email,
    },
    storageQuota: { limit: String(limit), usage: String(state.storageFull ? limit : used) },
  };
  return { status: 200, body: maskedBy(body, mask) };
}

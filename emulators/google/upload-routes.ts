/**
 * `/upload/drive/v3/files…`: simple, multipart and resumable uploads of new and existing files. The URL of a
 * resumable session needs no other credential.
 */
import type { EmulatedAnswer, EmulatedCall } from '../emulator-server.ts';
import { callerOf } from './caller-access.ts';
import { fileResource, visibleFile } from './drive-files.ts';
import {
  checkParents,
  createFile,
  type FileMetadata,
  fileMetadataSchema,
  type Media,
  updateFile,
} from './drive-saving.ts';
import { maskedBy } from './fields-mask.ts';
import type { Grant } from './google-grants.ts';
import { badRequest, entityNotFound, storageQuotaExceeded } from './google-problem.ts';
import type { GoogleState } from './google-state.ts';
import { splitRelated } from './multipart-related.ts';
import { bodyOf } from './request-body.ts';
import type { UploadSessions } from './upload-sessions.ts';

export const uploadPath = '/upload/drive/v3/files';
export const shownByDefault = 'kind,id,name,mimeType';

export function answerUpload(
  state: GoogleState,
  sessions: UploadSessions,
  call: EmulatedCall,
): EmulatedAnswer {
  const session = call.query.get('upload_id');
  if (session !== null && call.method === 'DELETE') return sessions.cancel(session);
  if (session !== null) {
    if (state.storageFull) throw storageQuotaExceeded();
    return sessions.put(session, call);
  }
  const grant = callerOf(state, call, 'driveWrite');
  const save = saverOf(state, grant, call);
  if (state.storageFull) throw storageQuotaExceeded();
  const type = call.query.get('uploadType');
  if (type === 'resumable') return openSession(state, grant, sessions, call, save);
  if (type === 'multipart') {
    const [metadata, media] = splitRelated(call);
    return save(bodyOf({ ...call, body: metadata.content }, fileMetadataSchema), media);
  }
  if (type !== 'media') throw badRequest('Invalid upload request.');
  const mimeType = call.headers['content-type'] ?? 'application/octet-stream';
  return save({}, { type: mimeType, content: call.body });
}

type Save = (metadata: FileMetadata, media: Media) => EmulatedAnswer;

function saverOf(state: GoogleState, grant: Grant, call: EmulatedCall): Save {
  const [, id] = /^\/([^/]+)$/.exec(call.path.slice(uploadPath.length)) ?? [];
  const isNew = id === undefined && call.method === 'POST';
  if (!isNew && (id === undefined || call.method !== 'PATCH')) throw entityNotFound();
  if (id !== undefined) visibleFile(state, grant, id);
  return (metadata, media) => {
    const file = id
      ? updateFile(state, grant, id, metadata, media)
      : createFile(state, grant, metadata, media);
    const mask = call.query.get('fields') ?? shownByDefault;
    return { status: 200, body: maskedBy(fileResource(file, grant), mask) };
  };
}

function openSession(
  state: GoogleState,
  grant: Grant,
  sessions: UploadSessions,
  call: EmulatedCall,
  save: Save,
): EmulatedAnswer {
  const metadata = bodyOf(call, fileMetadataSchema);
  checkParents(state, grant, metadata);
  const length = call.headers['x-upload-content-length'];
  const given = call.headers['x-upload-content-type'];
  const type = typeof given === 'string' ? given : 'application/octet-stream';
  const total = typeof length === 'string' ? Number(length) : undefined;
  const id = sessions.open(total, (content) => save(metadata, { type, content }));
  const query = new URLSearchParams({ ...Object.fromEntries(call.query), upload_id: id });
  const location = `${state.apiOrigin}${call.path}?${query}`;
  return { status: 200, headers: { location, 'x-guploader-uploadid': id } };
}

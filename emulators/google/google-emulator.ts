/**
 * A local Google: Sheets v4 and Drive v3 on one origin, OAuth 2 and OpenID Connect on another, with the quotas and
 * error bodies of the real one, and injectable faults.
 */
import {
  type EmulatedAnswer,
  type EmulatedCall,
  type EmulatorServer,
  serveEmulator,
} from '../emulator-server.ts';
import { driveFiles } from './drive-files.ts';
import { answerDrive, drivePath } from './drive-routes.ts';
import { type DriveFile, defaultEmail, type GoogleSpreadsheet } from './google-data.ts';
import { googleFaults, googleOauthFaults } from './google-faults.ts';
import { GoogleGrants, scopeRoot } from './google-grants.ts';
import { answerOauth } from './google-oauth-routes.ts';
import { driveAnswer, GoogleProblem, sheetsAnswer } from './google-problem.ts';
import type { GoogleLimits, GoogleState } from './google-state.ts';
import { createIdTokens } from './id-tokens.ts';
import { SheetsQuota } from './sheets-quota.ts';
import { answerSheets, spreadsheetsPath } from './spreadsheet-routes.ts';
import { answerUpload, uploadPath } from './upload-routes.ts';
import { UploadSessions } from './upload-sessions.ts';

export interface GoogleEmulator extends AsyncDisposable {
  /** `/v4/…`, `/drive/v3/…`, `/upload/drive/v3/…`, `/oauth2/v1/certs` and `/oauth2/v3/certs`. */
  readonly api: EmulatorServer;
  /** `/o/oauth2/v2/auth`, `/token`, `/revoke`, `/tokeninfo`, `/v1/userinfo` and the discovery document. */
  readonly oauth: EmulatorServer;
  /** Mutable: tests rename and delete sheets, change cells. */
  readonly spreadsheets: GoogleSpreadsheet[];
  /** The files of Drive, including one for every spreadsheet. Mutable: tests trash files. */
  readonly files: DriveFile[];
  /** Calls per minute; more are refused with 429. */
  limits: GoogleLimits;
  /** Number of 429 responses because of `limits`, not counting faults. */
  readonly rateLimited: number;
  /** While true, uploads fail with 403 storageQuotaExceeded. */
  storageFull: boolean;
  /** Adds a user who has granted these scopes; default: Sheets, `drive.file` and sign-in. */
  addGrant(options?: GrantOptions): { accessToken: string; refreshToken: string };
  /** Revokes the whole grant that the token belongs to. */
  revoke(token: string): void;
  expireAccessTokens(): void;
  /** Number of successful refreshes. */
  readonly refreshes: number;
  readonly clientId: string;
  readonly clientSecret: string;
  redirectUris: string[];
  /** Addresses that sign-in tells as not verified. */
  readonly unverifiedEmails: string[];
  /** Scopes that the user unticks at the next consent. */
  untickedScopes: string[];
  close(): Promise<void>;
}

export interface GrantOptions {
  readonly email?: string;
  readonly scopes?: readonly string[];
  readonly accessExpired?: boolean;
}

const defaultScopes = [`${scopeRoot}spreadsheets`, `${scopeRoot}drive.file`, 'openid', 'email'];

export async function startGoogleEmulator(
  options: { port?: number; oauthPort?: number } = {},
): Promise<GoogleEmulator> {
  const state = await newState();
  const [quota, sessions] = [new SheetsQuota(), new UploadSessions()];
  const [api, oauth] = await Promise.all([
    serveEmulator({
      port: options.port,
      namedFaults: googleFaults,
      answer: (call) => answerApi(state, quota, sessions, call),
    }),
    serveEmulator({
      port: options.oauthPort,
      namedFaults: googleOauthFaults,
      answer: (call) => answerOauth(state, call),
    }),
  ]);
  state.apiOrigin = api.origin;
  state.oauthOrigin = oauth.origin;
  return controls(state, api, oauth);
}

async function newState(): Promise<GoogleState> {
  return {
    clientId: '123456789012-tablecast.apps.googleusercontent.com',
    clientSecret: 'GOCSPX-emulated-client-secret',
    grants: new GoogleGrants(),
    idTokens: await createIdTokens(),
    spreadsheets: [],
    storedFiles: [],
    redirectUris: [],
    untickedScopes: [],
    limits: { readsPerUser: 60, readsPerProject: 300, writesPerUser: 60, writesPerProject: 300 },
    rateLimited: 0,
    storageFull: false,
    apiOrigin: '',
    oauthOrigin: '',
  };
}

function answerApi(
  state: GoogleState,
  quota: SheetsQuota,
  sessions: UploadSessions,
  call: EmulatedCall,
): EmulatedAnswer {
  const { path } = call;
  const isSheets = path.startsWith(spreadsheetsPath);
  try {
    if (isSheets) return answerSheets(state, quota, call);
    if (path.startsWith(uploadPath)) return answerUpload(state, sessions, call);
    if (path.startsWith(drivePath)) return answerDrive(state, call);
  } catch (error) {
    if (!(error instanceof GoogleProblem)) throw error;
    return isSheets ? sheetsAnswer(error.facts) : driveAnswer(error.facts);
  }
  const headers = { 'cache-control': 'public, max-age=20000, must-revalidate, no-transform' };
  if (path === '/oauth2/v1/certs') return { status: 200, headers, body: state.idTokens.pemMap };
  if (path === '/oauth2/v3/certs') return { status: 200, headers, body: state.idTokens.jwks };
  return { status: 404, body: '<!doctype html><title>Error 404 (Not Found)!!1</title>' };
}

function controls(state: GoogleState, api: EmulatorServer, oauth: EmulatorServer): GoogleEmulator {
  const { grants } = state;
  const close = async (): Promise<void> => {
    await Promise.all([api.close(), oauth.close()]);
  };
  const own = {
    api,
    oauth,
    addGrant(wanted: GrantOptions = {}) {
      const grant = grants.add(wanted.email ?? defaultEmail, wanted.scopes ?? defaultScopes, true);
      const accessToken = grants.issueAccess(grant, wanted.accessExpired ? 0 : undefined);
      return { accessToken, refreshToken: grant.refreshToken ?? '' };
    },
    unverifiedEmails: grants.unverifiedEmails,
    revoke: (token: string) => void grants.revoke(token),
    expireAccessTokens: () => grants.expireAccessTokens(),
    close,
    [Symbol.asyncDispose]: close,
  };
  const emulator = Object.assign(state, own);
  return Object.defineProperties(Object.assign(emulator, { files: state.storedFiles, refreshes: 0 }), {
    files: { get: () => driveFiles(state) },
    refreshes: { get: () => grants.refreshes },
  });
}

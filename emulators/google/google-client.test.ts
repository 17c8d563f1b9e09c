/**
 * Google's own JavaScript clients against the emulator: they read, write, upload and throw as with the real service.
 */
import { Readable } from 'node:stream';
import { drive } from '@googleapis/drive';
import { auth, sheets } from '@googleapis/sheets';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type GoogleEmulator, startGoogleEmulator } from './google-emulator.ts';
import { googleFaults } from './google-faults.ts';
import { seedGoogle } from './google-seed.ts';

let google: GoogleEmulator;
beforeEach(async () => {
  google = await startGoogleEmulator();
  google.redirectUris.push('http://127.0.0.1/callback');
});
afterEach(() => google.close());

function oauthClient() {
  const { api, oauth } = google;
  return new auth.OAuth2({
    clientId: google.clientId,
    clientSecret: google.clientSecret,
    redirectUri: 'http://127.0.0.1/callback',
    issuers: [oauth.origin],
    endpoints: {
      oauth2AuthBaseUrl: `${oauth.origin}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${oauth.origin}/token`,
      oauth2RevokeUrl: `${oauth.origin}/revoke`,
      tokenInfoUrl: `${oauth.origin}/tokeninfo`,
      oauth2FederatedSignonPemCertsUrl: `${api.origin}/oauth2/v1/certs`,
      oauth2FederatedSignonJwkCertsUrl: `${api.origin}/oauth2/v3/certs`,
    },
  });
}

/** With `expiry_date`, the client does not refresh automatically on a 401 or 403. */
function granted(options?: Parameters<GoogleEmulator['addGrant']>[0]) {
  const client = oauthClient();
  const { accessToken, refreshToken } = google.addGrant(options);
  const expiry = Date.now() + 3_000_000;
  client.setCredentials({ access_token: accessToken, refresh_token: refreshToken, expiry_date: expiry });
  return client;
}

function sheetsClient(client = granted()) {
  return sheets({ version: 'v4', auth: client, rootUrl: `${google.api.origin}/`, retry: false });
}

function driveClient(client = granted()) {
  return drive({ version: 'v3', auth: client, rootUrl: `${google.api.origin}/`, retry: false });
}

describe('who the user is', () => {
  it('is told to a token with a scope of Drive, and only if the fields are named', async () => {
    const client = driveClient(granted({ email: 'grace@example.com' }));
    const { data } = await client.about.get({ fields: 'user' });
    expect(data).toEqual({
      user: expect.objectContaining({ emailAddress: 'grace@example.com', displayName: 'grace', me: true }),
    });
    await expect(client.about.get()).rejects.toMatchObject({ status: 400 });
    const sheetsOnly = granted({ scopes: ['https://www.googleapis.com/auth/spreadsheets'] });
    await expect(driveClient(sheetsOnly).about.get({ fields: 'user' })).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe('google-auth-library', () => {
  it('goes from consent over the code to tokens, and verifies the ID token', async () => {
    const client = oauthClient();
    const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
    const address = client.generateAuthUrl({
      access_type: 'offline',
      prompt: 'consent',
      scope: ['openid', 'email', 'https://www.googleapis.com/auth/spreadsheets'],
      state: 'abc',
      login_hint: 'grace@example.com',
    });
    const proof = new URLSearchParams({
      code_challenge: codeChallenge ?? '',
      code_challenge_method: 'S256',
    });
    const answer = await fetch(`${address}&${proof}`, { redirect: 'manual' });
    const callback = new URL(answer.headers.get('location') ?? '');
    expect(callback.searchParams.get('state')).toBe('abc');
    const code = callback.searchParams.get('code') ?? '';
    const { tokens } = await client.getToken({ code, codeVerifier });
    expect(tokens.refresh_token).toMatch(/^1\/\//);
    const ticket = await client.verifyIdToken({
      idToken: tokens.id_token ?? '',
      audience: google.clientId,
    });
    expect(ticket.getPayload()).toMatchObject({ email: 'grace@example.com', email_verified: true });
    await expect(
      client.verifyIdToken({ idToken: tokens.id_token ?? '', audience: 'somebody-else' }),
    ).rejects.toThrow('Wrong recipient');
  });

  it('refreshes an expired access token once and keeps its refresh token', async () => {
    const client = oauthClient();
    const { accessToken, refreshToken } = google.addGrant({ accessExpired: true });
    client.setCredentials({ access_token: accessToken, refresh_token: refreshToken, expiry_date: 1 });
    const { spreadsheetId } = seedGoogle(google);
    const book = await sheetsClient(client).spreadsheets.get({ spreadsheetId });
    expect(book.data.properties?.title).toBe('Workshop');
    expect(google.refreshes).toBe(1);
    expect(client.credentials.refresh_token).toBe(refreshToken);
  });

  it('refreshes when a call is refused because the token has expired meanwhile', async () => {
    const client = oauthClient();
    const { accessToken, refreshToken } = google.addGrant();
    client.setCredentials({ access_token: accessToken, refresh_token: refreshToken });
    google.expireAccessTokens();
    const { spreadsheetId } = seedGoogle(google);
    await sheetsClient(client).spreadsheets.get({ spreadsheetId });
    expect(google.refreshes).toBe(1);
    expect(google.api.calls.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('throws invalid_grant for a revoked grant', async () => {
    const client = granted();
    google.revoke(client.credentials.refresh_token ?? '');
    await expect(client.refreshAccessToken()).rejects.toMatchObject({
      message: 'invalid_grant',
      status: 400,
      response: { data: { error_description: 'Token has been expired or revoked.' } },
    });
  });

  it('revokes and reads the facts of a token', async () => {
    const client = granted();
    const token = client.credentials.access_token ?? '';
    const facts = await client.getTokenInfo(token);
    expect(facts).toMatchObject({ aud: google.clientId, email: 'ada@example.com' });
    expect(facts.scopes).toContain('https://www.googleapis.com/auth/drive.file');
    await client.revokeToken(token);
    await expect(client.getTokenInfo(token)).rejects.toMatchObject({ status: 400 });
  });
});

describe('@googleapis/sheets', () => {
  it('lists the sheets by a mask', async () => {
    const { spreadsheetId } = seedGoogle(google);
    const { data } = await sheetsClient().spreadsheets.get({
      spreadsheetId,
      fields: 'spreadsheetId,properties(title,locale,timeZone),sheets.properties,namedRanges',
    });
    expect(data.properties).toEqual({ title: 'Workshop', locale: 'en_US', timeZone: 'Europe/Berlin' });
    expect(data.sheets?.map(({ properties }) => properties)).toMatchObject([
      { sheetId: 0, title: 'Inventory', index: 0, gridProperties: { rowCount: 1000, columnCount: 26 } },
      { title: 'CRM26', index: 1 },
      { title: 'Q1: Ada\'s "best" list!' },
      { title: 'Headers' },
      { title: 'Archive 2019', hidden: true },
      { title: 'Chart', sheetType: 'OBJECT' },
    ]);
    expect(data.sheets?.[5]?.properties).not.toHaveProperty('gridProperties');
    expect(data.sheets?.[0]?.properties).not.toHaveProperty('hidden');
    expect(data.namedRanges?.[0]?.range).toEqual({
      startRowIndex: 0,
      endRowIndex: 11,
      startColumnIndex: 0,
      endColumnIndex: 4,
    });
    expect(data).not.toHaveProperty('spreadsheetUrl');
  });

  it('reads formatted texts, plain values, dates both ways, and formulas', async () => {
    const { spreadsheetId } = seedGoogle(google);
    const read = async (options: object) => {
      const range = 'Inventory!C3:L3';
      const { data } = await sheetsClient().spreadsheets.values.get({ spreadsheetId, range, ...options });
      return data.values?.[0];
    };
    const dates = ['1/3/2024', '1/3/2024 0:15:00', '8:00:00', '21:30:00'];
    expect(await read({})).toEqual(['7', '$21.75', '5%', 'TRUE', 'Bergen', ...dates, '$152.25']);
    const plain = { valueRenderOption: 'UNFORMATTED_VALUE' };
    expect((await read(plain))?.slice(0, 6)).toEqual([7, 21.75, 0.05, true, 'Bergen', 45_294]);
    const withTexts = await read({ ...plain, dateTimeRenderOption: 'FORMATTED_STRING' });
    expect(withTexts).toEqual([7, 21.75, 0.05, true, 'Bergen', ...dates, 152.25]);
    expect((await read({ valueRenderOption: 'FORMULA' }))?.at(-1)).toBe('=C3*D3');
  });

  it('reads several ranges: a title that looks like a cell, quotes, a named range, columns', async () => {
    const { spreadsheetId } = seedGoogle(google);
    const { data } = await sheetsClient().spreadsheets.values.batchGet({
      spreadsheetId,
      ranges: ["'CRM26'!A1:A2", "'Q1: Ada''s \"best\" list!'", 'TopItems', "'Headers'"],
    });
    expect(data.valueRanges?.map(({ range }) => range)).toEqual([
      "'CRM26'!A1:A2",
      "'Q1: Ada''s \"best\" list!'!A1:Z1000",
      'Inventory!A1:D11',
      'Headers!A1:Z1000',
    ]);
    expect(data.valueRanges?.[1]?.values?.[2]).toEqual(['2', "O'Neil's desk"]);
    expect(data.valueRanges?.[2]?.values).toHaveLength(11);
    expect(data.valueRanges?.[3]?.values?.slice(0, 5).map((row) => row.length)).toEqual([0, 0, 6, 7, 0]);
    await expect(
      sheetsClient().spreadsheets.values.get({ spreadsheetId, range: 'CRM26' }),
    ).rejects.toMatchObject({
      status: 400,
      message: 'Range (Inventory!CRM26) exceeds grid limits. Max rows: 1000, max columns: 26',
    });
  });

  it('makes a spreadsheet, adds a sheet, resizes it, writes, appends, clears', async () => {
    const { spreadsheets } = sheetsClient();
    const made = await spreadsheets.create({ requestBody: { properties: { title: 'Out' } } });
    const spreadsheetId = made.data.spreadsheetId ?? '';
    const added = await spreadsheets.batchUpdate({
      spreadsheetId,
      requestBody: {
        requests: [
          { addSheet: { properties: { title: 'Data', gridProperties: { rowCount: 2, columnCount: 2 } } } },
        ],
      },
    });
    const properties = added.data.replies?.[0]?.addSheet?.properties;
    expect(properties).toMatchObject({ title: 'Data', index: 1, sheetType: 'GRID' });
    await spreadsheets.batchUpdate({
      spreadsheetId,
      requestBody: {
        requests: [
          {
            updateSheetProperties: {
              properties: {
                sheetId: properties?.sheetId ?? 0,
                gridProperties: { rowCount: 4, columnCount: 3 },
              },
              fields: 'gridProperties(rowCount,columnCount)',
            },
          },
        ],
      },
    });
    const updated = await spreadsheets.values.update({
      spreadsheetId,
      range: "'Data'!A1",
      valueInputOption: 'RAW',
      requestBody: {
        values: [
          ['a', '=1+1', true],
          [1, null, ''],
        ],
      },
    });
    expect(updated.data).toEqual({
      spreadsheetId,
      updatedRange: 'Data!A1:C2',
      updatedRows: 2,
      updatedColumns: 3,
      updatedCells: 5,
    });
    expect(google.spreadsheets[0]?.sheets[1]?.rows).toEqual([
      ['a', '=1+1', true],
      [1, null, null],
    ]);
    const appended = await spreadsheets.values.append({
      spreadsheetId,
      range: 'Data!A1',
      valueInputOption: 'USER_ENTERED',
      requestBody: { values: [['=1+1', '2024-05-01', '12']] },
    });
    expect(appended.data).toMatchObject({
      tableRange: 'Data!A1:C2',
      updates: { updatedRange: 'Data!A3:C3' },
    });
    expect(google.spreadsheets[0]?.sheets[1]?.rows[2]).toEqual([
      { formula: '=1+1', value: { error: '#ERROR!' } },
      { serial: 45_413, pattern: 'yyyy-mm-dd' },
      12,
    ]);
    const cleared = await spreadsheets.values.batchClear({
      spreadsheetId,
      requestBody: { ranges: ['Data!A2:C', 'Data!B:C'] },
    });
    expect(cleared.data.clearedRanges).toEqual(['Data!A2:C4', 'Data!B1:C4']);
    const left = await spreadsheets.values.get({ spreadsheetId, range: 'Data' });
    expect(left.data).toEqual({ range: 'Data!A1:C4', majorDimension: 'ROWS', values: [['a']] });
  });

  it('throws by status, with the words of Google', async () => {
    const { spreadsheetId } = seedGoogle(google);
    const { spreadsheets } = sheetsClient();
    const get = (id: string, range: string) => spreadsheets.values.get({ spreadsheetId: id, range });
    await expect(get(spreadsheetId, "'Gone'")).rejects.toMatchObject({
      status: 400,
      message: "Unable to parse range: 'Gone'",
    });
    await expect(get('nowhere', 'A1')).rejects.toMatchObject({ status: 404 });
    google.api.addFault({ ...googleFaults.rateLimit, times: 1 });
    await expect(get(spreadsheetId, 'A1')).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining("limit 'Read requests per minute per user'"),
    });
    const readOnly = granted({ scopes: ['https://www.googleapis.com/auth/spreadsheets.readonly'] });
    await expect(
      sheetsClient(readOnly).spreadsheets.values.clear({ spreadsheetId, range: 'Inventory' }),
    ).rejects.toMatchObject({
      status: 403,
      response: { data: { error: { details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }] } } },
    });
  });
});

describe('@googleapis/drive', () => {
  it('lists spreadsheets page by page, without trashed ones', async () => {
    seedGoogle(google);
    const { files } = driveClient();
    for (const name of ['One', 'Two', 'Three']) {
      const mimeType = 'application/vnd.google-apps.spreadsheet';
      await files.create({ requestBody: { name, mimeType } });
    }
    const trashed = google.files.find(({ name }) => name === 'Two');
    if (trashed) trashed.trashed = true;
    const query = {
      q: "mimeType='application/vnd.google-apps.spreadsheet' and trashed=false",
      fields: 'nextPageToken,files(id,name)',
      orderBy: 'name',
      pageSize: 2,
    };
    const first = await files.list(query);
    expect(first.data.files?.map(({ name }) => name)).toEqual(['One', 'Three']);
    const rest = await files.list({ ...query, pageToken: first.data.nextPageToken ?? '' });
    expect(rest.data.files).toEqual([{ id: google.spreadsheets[0]?.id, name: 'Workshop' }]);
    expect(rest.data.nextPageToken).toBeUndefined();
  });

  it('uploads a file with its metadata, reads it back, renames and deletes it', async () => {
    const { files } = driveClient();
    const made = await files.create(
      {
        requestBody: { name: 'x.csv' },
        media: { mimeType: 'text/csv', body: Readable.from(['a,b\r\n', '1,2\r\n']) },
        fields: 'id,name,mimeType,size,parents,webViewLink',
      },
      { rootUrl: google.api.origin },
    );
    const fileId = made.data.id ?? '';
    expect(made.data).toMatchObject({ name: 'x.csv', mimeType: 'text/csv', size: '10' });
    expect(google.files[0]?.content.toString()).toBe('a,b\r\n1,2\r\n');
    const read = await files.get({ fileId, alt: 'media' }, { responseType: 'text' });
    expect(read.data).toBe('a,b\r\n1,2\r\n');
    await files.update({ fileId, requestBody: { name: 'y.csv' } });
    await files.update(
      { fileId, media: { mimeType: 'text/csv', body: 'new' } },
      { rootUrl: google.api.origin },
    );
    expect(google.files).toMatchObject([{ name: 'y.csv', owner: 'ada@example.com' }]);
    expect(google.files[0]?.content.toString()).toBe('new');
    await files.delete({ fileId });
    await expect(files.get({ fileId })).rejects.toMatchObject({
      status: 404,
      message: `File not found: ${fileId}.`,
    });
  });

  it('turns CSV into a spreadsheet when it is asked to', async () => {
    const mimeType = 'application/vnd.google-apps.spreadsheet';
    await driveClient().files.create(
      {
        requestBody: { name: 'Made', mimeType },
        media: { mimeType: 'text/csv', body: 'a,"b ""c"""\n1,\n' },
      },
      { rootUrl: google.api.origin },
    );
    expect(google.spreadsheets[0]?.sheets[0]?.rows).toEqual([
      ['a', 'b "c"'],
      [1, null],
    ]);
    expect(google.files).toMatchObject([{ name: 'Made', mimeType }]);
  });

  it('throws when the storage is full, when the limit is exceeded, when a scope is missing', async () => {
    const upload = () =>
      driveClient().files.create(
        { requestBody: { name: 'x' }, media: { mimeType: 'text/plain', body: 'x' } },
        { rootUrl: google.api.origin },
      );
    google.storageFull = true;
    await expect(upload()).rejects.toMatchObject({
      status: 403,
      response: { data: { error: { errors: [{ reason: 'storageQuotaExceeded' }] } } },
    });
    google.storageFull = false;
    google.api.addFault({ ...googleFaults.driveRateLimit, times: 1 });
    await expect(upload()).rejects.toMatchObject({
      response: { data: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } } },
    });
    const signIn = driveClient(granted({ scopes: ['openid', 'email'] }));
    await expect(signIn.files.list()).rejects.toMatchObject({ status: 403 });
    expect(google.files).toEqual([]);
  });
});

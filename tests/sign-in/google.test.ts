/** Who comes by Google has proved an address: whoever signed up with it before and proved nothing loses every way in. */
import { afterEach, describe, expect, it } from 'vitest';
import { type GoogleEmulator, startGoogleEmulator } from '../../emulators/google/google-emulator.ts';
import { startMailServer } from '../support/mail-server.ts';
import { engines, startTestService, type TestService } from '../support/service.ts';
import { cookieOf, sessionless, withCookie } from '../support/session.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

/** Whom the emulator signs in. */
const ada = { email: 'ada@example.com', password: 'lamp under the stairs' };

describe.each(engines)('Google on %s', (engine) => {
  async function ground(environment: Record<string, string>): Promise<[TestService, GoogleEmulator]> {
    const google = await startGoogleEmulator();
    opened.push(google);
    const service = await startTestService({
      engine,
      environment: {
        SIGN_UP: 'open',
        GOOGLE_OAUTH_URL: google.oauth.origin,
        GOOGLE_API_URL: google.api.origin,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        ...environment,
      },
    });
    opened.push(service);
    google.redirectUris.push(`http://localhost:${service.environment['PORT']}/api/auth/callback/google`);
    return [service, google];
  }

  /** Where the browser ends, and its cookies. */
  async function comeByGoogle(service: TestService): Promise<[string, string]> {
    const page = { callbackURL: '/app/usage?days=7', errorCallbackURL: '/app/sign-in' };
    const begun = await sessionless(service).call('POST', '/api/auth/sign-in/social', {
      provider: 'google',
      disableRedirect: true,
      ...page,
    });
    const { url } = JSON.parse(await begun.text());
    const consent = await fetch(url, { redirect: 'manual' });
    const { pathname, search } = new URL(consent.headers.get('location') ?? '');
    const back = await fetch(`${service.url}${pathname}${search}`, {
      redirect: 'manual',
      headers: { cookie: cookieOf(begun), 'sec-fetch-site': 'cross-site' },
    });
    return [back.headers.get('location') ?? '', cookieOf(back)];
  }

  const post = (service: TestService, path: string, body: object): Promise<Response> =>
    sessionless(service).call('POST', `/api/auth${path}`, body);

  it('an unconfirmed sign-up neither keeps the owner out nor stays a way in', async () => {
    const [service] = await ground({});
    await post(service, '/sign-up/email', ada);
    const intruder = withCookie(service, cookieOf(await post(service, '/sign-in/email', ada)));
    expect((await intruder.call('POST', '/api/account/api-keys')).status).toBe(200);
    const [page, cookie] = await comeByGoogle(service);
    expect(page).toBe(`http://localhost:${service.environment['PORT']}/app/usage?days=7`);
    const owner = withCookie(service, cookie);
    expect(await (await owner.call('GET', '/api/account')).json()).toMatchObject({
      email: ada.email,
      hasGoogle: true,
      hasPassword: false,
    });
    expect(await (await owner.call('GET', '/api/account/api-keys')).json()).toMatchObject({ apiKeys: [] });
    expect((await intruder.call('GET', '/api/account')).status).toBe(401);
    expect((await post(service, '/sign-in/email', ada)).status).toBe(401);
    expect(await service.command('account', 'list')).toMatchObject({ accounts: [{ email: ada.email }] });
  });

  it('the same where mails are sent and nothing was confirmed yet', async () => {
    const server = await startMailServer();
    opened.push(server);
    const [service] = await ground({ SMTP_URL: server.url });
    await post(service, '/sign-up/email', ada);
    const [page, cookie] = await comeByGoogle(service);
    expect(page).toContain('/app/usage');
    expect((await withCookie(service, cookie).call('GET', '/api/account')).status).toBe(200);
    expect((await post(service, '/sign-in/email', ada)).status).toBe(401);
  });

  it('an account with a confirmed address keeps its password beside Google', async () => {
    const [service] = await ground({});
    await service.command('account', 'create', ada.email, '--password', ada.password);
    const [, cookie] = await comeByGoogle(service);
    expect(await (await withCookie(service, cookie).call('GET', '/api/account')).json()).toMatchObject({
      hasGoogle: true,
      hasPassword: true,
    });
    expect((await post(service, '/sign-in/email', ada)).status).toBe(200);
  });

  it('an address that Google has not verified proves nothing', async () => {
    const [service, google] = await ground({});
    await post(service, '/sign-up/email', ada);
    google.unverifiedEmails.push(ada.email);
    const [page] = await comeByGoogle(service);
    expect(page).toContain('error=account_not_linked');
    expect((await post(service, '/sign-in/email', ada)).status).toBe(200);
  });
});

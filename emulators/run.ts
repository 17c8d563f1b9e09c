/**
 * `npm run emulators [-- PORT]`: starts the emulated platforms and prints one JSON line with their origins,
 * tokens, seeded ids and the settings of a service that uses them. Ctrl-C stops it.
 */
import { startEmulators } from './start-emulators.ts';

const [given] = process.argv.slice(2);
if (given !== undefined && !/^\d{2,5}$/.test(given)) {
  process.stderr.write('Usage: npm run emulators [-- PORT]\n');
  process.exit(1);
}
const baseUrl = process.env['BASE_URL'] ?? 'http://localhost:8080';
const emulators = await startEmulators({
  port: given === undefined ? undefined : Number(given),
  redirectUri: `${baseUrl}/connections/callback`,
  eventsUrl: `${baseUrl}/stripe/events`,
});
process.stdout.write(`${JSON.stringify(emulators.described)}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void emulators.close());

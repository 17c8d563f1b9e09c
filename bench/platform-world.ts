/**
 * The environment shared by the platform measurements: the emulated platforms, an owner, and endpoints created on the
 * command line. While it is open, every process started uses the emulators.
 */
import { randomUUID } from 'node:crypto';
import { runServiceCommand } from '../tests/support/service-process.ts';
import type { PlatformTask } from './emulated-platforms.ts';
import { type EmulatedPlatforms, startEmulatedPlatforms } from './emulated-platforms-process.ts';

export type Content = Extract<PlatformTask, { kind: 'airtable' | 'notion' | 'google' }>;

export class PlatformWorld implements AsyncDisposable {
  readonly emulators: EmulatedPlatforms;
  readonly settings: Readonly<Record<string, string>>;
  readonly #dataDir: string;
  readonly #owner = `${randomUUID()}@bench.example`;

  /** `settings` are added to those of the platforms. */
  static async open(
    dataDir: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<PlatformWorld> {
    const emulators = startEmulatedPlatforms();
    const all = { ...settings, ...(await emulators.ask({ kind: 'settings' })) };
    Object.assign(process.env, all);
    const world = new PlatformWorld(dataDir, emulators, all);
    await world.#command('account', 'create', world.#owner, '--plan', 'custom', '--credits', '1000000');
    return world;
  }

  private constructor(
    dataDir: string,
    emulators: EmulatedPlatforms,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#dataDir = dataDir;
    this.emulators = emulators;
    this.settings = settings;
  }

  /** Creates a connection with its own credential; returns its id and token. */
  async connect(platform: Content['kind']): Promise<{ readonly id: string; readonly token: string }> {
    const credential = await this.emulators.ask({ kind: 'credential', platform });
    const { id } = await this.#command(
      'connection',
      'add',
      this.#owner,
      '--platform',
      platform,
      ...Object.entries(credential).flat(),
    );
    return { id: String(id), token: credential['--token'] ?? credential['--access-token'] ?? '' };
  }

  /** Creates an endpoint and returns its path; the calls for creating it are not counted. */
  async endpointOn(connection: string, choice: Readonly<Record<string, string>>): Promise<string> {
    const words = Object.entries(choice).flat();
    const { id } = await this.#command(
      'endpoint',
      'create',
      this.#owner,
      '--connection',
      connection,
      ...words,
    );
    await this.emulators.asked();
    return `/${id}`;
  }

  /** Creates an endpoint with its own content and connection. */
  async newEndpoint(content: Content): Promise<string> {
    const { id } = await this.connect(content.kind);
    return this.endpointOn(id, await this.emulators.ask(content));
  }

  originOf(platform: Content['kind']): string {
    return this.settings[`${platform.toUpperCase()}_API_URL`] ?? '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of Object.keys(this.settings)) Reflect.deleteProperty(process.env, name);
    await this.emulators[Symbol.asyncDispose]();
  }

  #command(...words: readonly string[]): ReturnType<typeof runServiceCommand> {
    return runServiceCommand(this.#dataDir, ...words);
  }
}

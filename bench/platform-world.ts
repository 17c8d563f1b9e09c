/**
 * What the measurements of platforms share: the emulated platforms, an owner, and endpoints made on them through
 * the command line. Everything started while it is open is pointed at the emulators.
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

  /** `settings` besides those of the platforms. */
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

  /** The id of a connection with a credential of its own, and the token in it. */
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

  /** The path of a new endpoint; the calls for making it are not counted. */
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

  /** On content made for it, by a connection of its own. */
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

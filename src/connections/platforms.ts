/**
 * The platforms by the name kept with a connection, each with the source that reads from it. Both come from the
 * registry of the sources, so a new source brings its platform along (contract 5.5).
 */
import type { Platform } from '../platform/platform.ts';
import { allSources, isSourceName, type SourceName } from '../sources/all-sources.ts';
import type { Source, SourceChoice } from '../sources/source.ts';

type SourceOnPlatform = Extract<(typeof allSources)[SourceName], { readonly platform: Platform }>;

export type PlatformName = SourceOnPlatform['platform']['id'];

interface RegisteredPlatform {
  readonly platform: Platform;
  readonly source: SourceName;
}

const registered: ReadonlyMap<PlatformName, RegisteredPlatform> = new Map(
  Object.keys(allSources)
    .filter(isSourceName)
    .flatMap((name): [PlatformName, RegisteredPlatform][] => {
      const source = allSources[name];
      return 'platform' in source ? [[source.platform.id, { platform: source.platform, source: name }]] : [];
    }),
);

export const platformNames: readonly PlatformName[] = [...registered.keys()];

export function isPlatformName(name: string): name is PlatformName {
  return platformNames.some((known) => known === name);
}

export function platformOf(name: PlatformName): Platform {
  return find(name).platform;
}

export function sourceOfPlatform(name: PlatformName): SourceName {
  return find(name).source;
}

export function choiceOfSource(source: SourceName): SourceChoice {
  const { choice }: Source = allSources[source];
  if (choice) return choice;
  throw new TypeError(`the source ${source} has nothing to choose from`);
}

export function choiceOfPlatform(name: PlatformName): SourceChoice {
  return choiceOfSource(sourceOfPlatform(name));
}

function find(name: PlatformName): RegisteredPlatform {
  const found = registered.get(name);
  if (found) return found;
  throw new TypeError(`no source is on the platform ${name}`);
}

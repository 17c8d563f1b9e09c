/**
 * Checks Kubernetes manifests against the types that the package kubernetes-types makes from the OpenAPI
 * description of Kubernetes: each becomes a literal of its type in a file for the compiler, which refuses what is
 * missing, of a wrong type or not known.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './service-process.ts';

/** Where the type of each kind is; a kind that is not here cannot be checked. */
const modules: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'apps/v1',
  'v1 Service': 'core/v1',
  'v1 Secret': 'core/v1',
  'policy/v1 PodDisruptionBudget': 'policy/v1',
  'networking.k8s.io/v1 Ingress': 'networking/v1',
};

export interface Manifest {
  readonly file: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly content: unknown;
}

/** What the compiler says; nothing when all is well. */
export function manifestProblems(manifests: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tablecast-manifests-'));
  try {
    const files = manifests.map((manifest) => {
      const file = join(folder, `${manifest.file}.ts`);
      writeFileSync(file, asLiteral(manifest));
      return file;
    });
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'esnext', '--types', ''];
    const compiler = join(projectFolder, 'node_modules/.bin/tsc');
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, ...options, '--moduleResolution', 'bundler', ...files],
      { encoding: 'utf8', cwd: folder },
    );
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function asLiteral({ file, apiVersion, kind, content }: Manifest): string {
  const module = modules[`${apiVersion} ${kind}`];
  if (module === undefined) throw new Error(`${file}: no type is known for ${apiVersion} ${kind}`);
  const path = join(projectFolder, 'node_modules/kubernetes-types', module);
  return `import type { ${kind} } from '${path}.d.ts';\nexport const manifest: ${kind} = ${JSON.stringify(content, null, 2)};\n`;
}

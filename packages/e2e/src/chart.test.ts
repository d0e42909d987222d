import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly containerPort: number }[];
}

interface Template {
  readonly spec: { readonly containers: readonly Container[]; readonly volumes: readonly { readonly name: string }[] };
}

interface Resource {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly template: Template; readonly groups?: unknown };
}

interface Source {
  readonly key: string;
}

interface Values {
  readonly config: Readonly<Record<string, string>>;
  readonly secrets: { readonly settings: Readonly<Record<string, Source>> };
  readonly migrations: { readonly grantTo: string };
}

const CHART = 'deploy/chart';
const read = (name: string): string => readFileSync(`${CHART}/${name}`, 'utf8');
const templates = readdirSync(`${CHART}/templates`).map((name) => read(`templates/${name}`));
const examples = readdirSync(`${CHART}/ci`);
const values = parse(read('values.yaml')) as Values;
const schema = JSON.parse(read('values.schema.json')) as {
  readonly definitions: { readonly secretSetting: { readonly enum: readonly string[] } };
};
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const settings = new Set(readFileSync('docs/configuration.md', 'utf8').match(/(?<=^\| `)[A-Z_]+/gm));
const secrets = [...settings].filter((name) => settings.has(`${name}_FILE`));
/** Helm of the path, or the one that `npm run check` has installed in CI. */
const installed = existsSync('.cache/go') ? readdirSync('.cache/go').filter((name) => /^helm-v[\d.]+$/.test(name)) : [];
const helm = ['helm', ...installed.map((name) => `.cache/go/${name}/helm`)].find(
  (program) => spawnSync(program, ['version']).status === 0,
);

/** The objects that Helm makes with these values; the error if it refuses them. */
function render(files: readonly string[], ...more: readonly string[]): Resource[] | string {
  const all = files.flatMap((file) => ['--values', file]);
  const command = ['template', 'pay', CHART, '--kube-version', '1.31.0', ...all, ...more];
  const { status, stdout, stderr } = spawnSync(helm ?? '', command, { encoding: 'utf8' });
  if (status !== 0) return stderr;
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

function rendered(...options: Parameters<typeof render>): Resource[] {
  const resources = render(...options);
  if (typeof resources === 'string') throw new Error(resources);
  return resources;
}

function podsOf(resources: readonly Resource[]): Map<string, Template> {
  const withPods = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  return new Map(withPods.map(({ metadata, spec }) => [metadata.name, spec.template]));
}

describe('the chart', () => {
  it('has the version of the service, for itself and for its image', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it('knows every setting with a secret, and mounts those that the service requires', () => {
    expect([...schema.definitions.secretSetting.enum].sort()).toEqual(secrets.sort());
    const required = [...readFileSync('docs/configuration.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| required/gm)];
    expect(Object.keys(values.secrets.settings)).toEqual(expect.arrayContaining(required.map(([, name]) => name)));
  });

  it.each(['values.yaml', ...examples.map((name) => `ci/${name}`)])('%s names settings that exist', (name) => {
    const { config = {}, secrets: { settings: mounted = {} } = {} } = parse(read(name)) as Partial<Values> & {
      secrets?: Partial<Values['secrets']>;
    };
    expect(Object.keys(config).filter((setting) => !settings.has(setting))).toEqual([]);
    expect(Object.keys(mounted).filter((setting) => !secrets.includes(setting))).toEqual([]);
  });

  it('names settings, ports and paths of the service in its templates', () => {
    const named = templates.flatMap((text) => [...text.matchAll(/name: ([A-Z][A-Z_]+)[ ,]/g)].map(([, name]) => name));
    expect(named.filter((name) => !settings.has(name ?? ''))).toEqual([]);
    expect(named).toEqual(expect.arrayContaining(['PUBLIC_URL', 'MIGRATE_ON_BOOT', 'PORT', 'WORKER_PORT']));
    const routes = readFileSync('apps/api/src/http/operational-routes.ts', 'utf8');
    const worker = readFileSync('apps/worker/src/worker-port.ts', 'utf8');
    const paths = templates.flatMap((text) => [...text.matchAll(/path: (\/[a-z]+)\b/g)].map(([, path = '']) => path));
    expect(new Set(paths)).toEqual(new Set(['/healthz', '/readyz', '/metrics']));
    for (const path of paths) for (const source of [routes, worker]) expect(source).toContain(`'${path}'`);
    const dockerfile = readFileSync('deploy/image/Dockerfile', 'utf8');
    expect(dockerfile).toContain('EXPOSE 3000 3001\n');
  });

  it('has a guide that replaces the workers, and waits for that, before the API', () => {
    const guide = readFileSync('docs/operations/kubernetes.md', 'utf8');
    const [steps = ''] = /(?<=`api\.image`[^]*?\n\n)(?: {4}.*\n)+/.exec(guide) ?? [];
    expect(steps.match(/helm upgrade|--set api\.image|rollout status \S+/g)).toEqual([
      'helm upgrade',
      '--set api.image',
      'rollout status deploy/pay-svc-payments-worker',
      'helm upgrade',
    ]);
  });

  // Helm only reads files of the chart, so it has a copy.
  it('has the alert rules of deploy/prometheus', () => {
    expect(read('files/alerts.yaml')).toBe(readFileSync('deploy/prometheus/alerts.yaml', 'utf8'));
  });
});

describe.skipIf(helm === undefined)('what Helm makes of the chart (needs helm)', () => {
  it('leaves the API alone while an upgrade only replaces the workers', () => {
    const values = [`${CHART}/ci/minimal.yaml`];
    const before = podsOf(rendered(values, '--set', 'image.tag=1.0.0'));
    const api = 'api.image=svc-payments:1.0.0';
    const between = podsOf(rendered(values, '--set', 'image.tag=1.0.1', '--set', api));
    expect(between.get('pay-svc-payments-api')).toEqual(before.get('pay-svc-payments-api'));
    expect(between.get('pay-svc-payments-worker')).not.toEqual(before.get('pay-svc-payments-worker'));
  });

  it('labels its objects with a part of a tag that is longer than a label may be', () => {
    const versionOf = (tag: string): unknown =>
      rendered([`${CHART}/ci/minimal.yaml`], '--set-string', `image.tag=${tag}`).find(({ kind }) => kind === 'Job')
        ?.metadata.labels?.['app.kubernetes.io/version'];
    expect(versionOf('1.0.0')).toBe('1.0.0');
    expect(versionOf('a'.repeat(128))).toBe('a'.repeat(63));
    expect(versionOf(`${'a'.repeat(62)}-${'b'.repeat(40)}`)).toBe('a'.repeat(62));
    expect(versionOf('_nightly_')).toBe('nightly');
  });

  it('can keep the addresses of clients behind a load balancer', () => {
    const serviceOf = (type: string): unknown => {
      const values = ['--set', `service.type=${type}`, '--set', 'service.externalTrafficPolicy=Local'];
      return rendered([`${CHART}/ci/minimal.yaml`], ...values).find(({ kind }) => kind === 'Service')?.spec;
    };
    expect(serviceOf('LoadBalancer')).toMatchObject({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' });
    // Kubernetes refuses it there.
    expect(serviceOf('ClusterIP')).not.toHaveProperty('externalTrafficPolicy');
  });

  it('spreads the pods of a rollout over nodes, which need no zone', () => {
    const pods = podsOf(rendered([`${CHART}/ci/minimal.yaml`]));
    for (const component of ['api', 'worker']) {
      const spread = { topologyKey: 'kubernetes.io/hostname', maxSkew: 1, matchLabelKeys: ['pod-template-hash'] };
      expect(pods.get(`pay-svc-payments-${component}`)?.spec).toMatchObject({ topologySpreadConstraints: [spread] });
    }
  });

  it.each(examples)('with %s runs pods without rights, and with secrets in files only', (name) => {
    const pods = podsOf(rendered([`${CHART}/ci/${name}`]));
    expect(pods.size).toBe(3);
    for (const { spec } of pods.values()) {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
        containers: [
          {
            securityContext: {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          },
        ],
      });
      const [{ env }] = spec.containers as [Container];
      expect(env.filter(({ name: setting }) => !settings.has(setting) || secrets.includes(setting))).toEqual([]);
      for (const { name: setting, value } of env.filter(({ name: each }) => each.endsWith('_FILE'))) {
        expect(value).toBe(`/run/secrets/svc/${setting.replace(/_FILE$/, '')}`);
        expect(JSON.stringify(spec.volumes)).toContain(`"path":"${setting.replace(/_FILE$/, '')}"`);
      }
    }
  });

  it('gives the API and the workers their probes and 45 s to finish', () => {
    const pods = podsOf(rendered([`${CHART}/ci/minimal.yaml`]));
    for (const [program, port] of [
      ['api', 3000],
      ['worker', 3001],
    ] as const) {
      expect(pods.get(`pay-svc-payments-${program}`)?.spec).toMatchObject({
        terminationGracePeriodSeconds: 45,
        containers: [
          {
            image: `svc-payments:${version}`,
            args: [program],
            ports: [{ containerPort: port }],
            livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
            readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
          },
        ],
      });
    }
  });

  it('migrates in a hook with the URL of the owner, or in a Job of its image and values', () => {
    const [hook] = rendered([`${CHART}/ci/everything.yaml`]).filter(({ kind }) => kind === 'Job');
    expect(hook?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    expect(hook?.spec.template.spec).toMatchObject({
      containers: [{ args: ['migrate', '--grant-to', values.migrations.grantTo] }],
      volumes: [
        { projected: { sources: [{ secret: { name: 'pay-db-app', items: [{ path: 'DATABASE_URL' }] } }] } },
        {},
        {},
      ],
    });
    const jobOf = (...more: string[]) =>
      rendered([`${CHART}/ci/without-hooks.yaml`], ...more).find(({ kind }) => kind === 'Job');
    const job = jobOf();
    expect(job?.metadata).toMatchObject({
      name: expect.stringMatching(/^pay-svc-payments-migrate-[0-9a-f]{10}$/) as string,
      annotations: { 'argocd.argoproj.io/hook': 'PreSync' },
    });
    expect(job?.metadata.annotations).not.toHaveProperty('helm.sh/hook');
    // A Job cannot be changed: what makes another Job gives it another name.
    const digest = `image.digest=sha256:${'a'.repeat(64)}`;
    const names = [
      [],
      [],
      ['--set', digest],
      ['--set', 'migrations.grantTo=svc_other'],
      ['--set-string', 'config.CELL=3'],
    ];
    const [name, again, ...others] = names.map((more) => jobOf(...more)?.metadata.name);
    expect(again).toBe(name);
    expect(new Set([name, ...others]).size).toBe(4);
  });

  it('applies the network policy of the migration before the migration', () => {
    const policiesOf = (...more: readonly string[]) =>
      rendered([`${CHART}/ci/everything.yaml`], ...more).filter(({ kind }) => kind === 'NetworkPolicy');
    const hooked = policiesOf().map(({ metadata: { name, annotations } }) => [name, annotations?.['helm.sh/hook']]);
    const hook = 'pre-install,pre-upgrade';
    expect(Object.fromEntries(hooked)).toEqual({
      'pay-svc-payments-api': undefined,
      'pay-svc-payments-migrate': hook,
      'pay-svc-payments-worker': undefined,
    });
    const weights = policiesOf().map(({ metadata }) => Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0));
    expect(Math.min(...weights)).toBeLessThan(0);
    for (const { metadata } of policiesOf('--set', 'migrations.useHelmHooks=false')) {
      expect(metadata.annotations).toBeUndefined();
    }
  });

  it('can run an older API while it replaces the workers, and mounts more files into each pod', () => {
    const pods = podsOf(rendered([`${CHART}/ci/everything.yaml`]));
    const images = [...pods.values()].map(({ spec }) => spec.containers[0]?.image);
    expect(images).toEqual([
      expect.stringMatching(/:0\.0\.9$/),
      expect.stringMatching(/@sha256:0+$/),
      expect.stringMatching(/@sha256:0+$/),
    ]);
    for (const { spec } of pods.values()) {
      expect(spec.volumes.map(({ name }) => name)).toEqual(['secrets', 'tmp', 'postgres-ca']);
      expect(spec.containers[0]).toMatchObject({ volumeMounts: [{}, {}, { name: 'postgres-ca' }] });
    }
  });

  it('runs the migration where it may run, with an account that exists', () => {
    const jobOf = (...more: readonly string[]): Resource | undefined =>
      rendered([`${CHART}/ci/without-hooks.yaml`], ...more).find(({ kind }) => kind === 'Job');
    const placed = {
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'payments', operator: 'Exists' }],
      affinity: { nodeAffinity: {} },
    };
    const podAnnotations = { 'sidecar.istio.io/inject': 'false' };
    const job = jobOf('--set-json', `migrations=${JSON.stringify({ ...placed, podAnnotations })}`);
    expect(job?.spec.template).toMatchObject({
      metadata: { annotations: podAnnotations },
      spec: { ...placed, serviceAccountName: 'payments' },
    });
    expect(jobOf('--set', 'serviceAccount.create=true')?.spec.template.spec).not.toHaveProperty('serviceAccountName');
  });

  it('has the groups of the alert rules', () => {
    const [rule] = rendered([`${CHART}/ci/everything.yaml`]).filter(({ kind }) => kind === 'PrometheusRule');
    expect(rule?.spec).toEqual(parse(read('files/alerts.yaml')));
  });

  it.each([
    ['no Secret', 'publicUrl: https://pay.example.com', /existingSecret/],
    ['a secret in the environment', 'config: { MASTER_KEY: x }', /MASTER_KEY/],
    ['a value that does not exist', 'workers: { replicas: 1 }', /workers/],
    [
      'metrics without a token',
      'serviceMonitor: { enabled: true }\nsecrets: { settings: { METRICS_TOKEN: null } }',
      /METRICS_TOKEN/,
    ],
    [
      'the file of a secret that it mounts',
      'config: { MASTER_KEY_FILE: /vault/key }',
      /config\.MASTER_KEY_FILE is already/,
    ],
    ['more pods at least than at most', 'api: { autoscaling: { minReplicas: 8 } }', /minReplicas must not exceed/],
    ['a share of pods that is no number', 'podDisruptionBudget: { maxUnavailable: one }', /maxUnavailable/],
    ['a URL that the service refuses', 'publicUrl: "https://pay.example.com/?a=1"', /publicUrl/],
  ])('is refused with %s', (what, text, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-chart-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'values.yaml');
    writeFileSync(file, text);
    const base = what === 'no Secret' ? [] : [`${CHART}/ci/minimal.yaml`];
    expect(render([...base, file])).toMatch(message);
  });
});

// `npm run check -- chart`: lints and renders the Helm chart with each of its example values, and validates the result
// against the schemas of Kubernetes. It takes helm and kubernetes-validate (PyPI) from the PATH. With CI set, it installs
// them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { ensureHelm } from './lib/helm.mjs';
import { root } from './lib/paths.mjs';
import { ensureEnvironment } from './lib/python-environment.mjs';
import { SKIPPED } from './lib/run-command.mjs';

const chart = join(root, 'deploy', 'chart');
/** Versions of Kubernetes: the oldest that the chart accepts, and a recent one. */
const kubernetes = ['1.27.0', '1.34.0'];

/** Runs a program and returns its standard output; undefined if it failed, after printing why. */
function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status === 0) return stdout;
  console.log(`$ ${program} ${args.join(' ')}\n${error?.message ?? `${stdout}${stderr}`}`);
  process.exitCode = 1;
  return undefined;
}

function isMissing(program, ...args) {
  return spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
}

if (process.env.CI) {
  const requirements = join(root, 'packages', 'testing', 'chart', 'requirements.txt');
  const environment = { name: 'chart', requirements, oldest: [3, 10] };
  const helm = await ensureHelm();
  const python = await ensureEnvironment(environment, { command: {}, say: console.log });
  process.env.PATH = [dirname(helm), join(python, 'bin'), process.env.PATH].join(delimiter);
}
if (isMissing('helm', 'version')) {
  console.log('needs helm, which is not installed here');
  process.exit(SKIPPED);
}
const withoutSchemas = isMissing('kubernetes-validate', '--help');
const folder = mkdtempSync(join(tmpdir(), 'svc-chart-'));
try {
  for (const name of readdirSync(join(chart, 'ci'))) {
    const values = ['--values', join(chart, 'ci', name)];
    for (const version of kubernetes) {
      run('helm', 'lint', '--strict', '--quiet', '--kube-version', version, chart, ...values);
      const rendered = run('helm', 'template', 'pay', chart, '--kube-version', version, ...values);
      if (rendered === undefined || withoutSchemas) continue;
      const file = join(folder, `${basename(name, '.yaml')}-${version}.yaml`);
      writeFileSync(file, rendered);
      run('kubernetes-validate', '--strict', '--kubernetes-version', version, '--quiet', '--no-warn', file);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
if (withoutSchemas && process.exitCode === undefined) {
  console.log('needs kubernetes-validate, which is not installed here; helm lint and helm template passed');
  process.exit(SKIPPED);
}

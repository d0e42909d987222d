// Builds a release from this tree, and installs each artefact where nothing of this repository is.
import { execFile, spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { installSdkTools, judgeSbom, startAcquirer } from '@svc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingJava } from './lib/java.mjs';
import { root } from './lib/paths.mjs';
import { missingPhp } from './lib/php.mjs';
import { libraryEnvironment, missingPython } from './lib/python.mjs';
import { kinds } from './lib/release/artefacts.mjs';
import { buildRelease } from './lib/release/build.mjs';
import { trackedFiles } from './lib/release/tracked.mjs';
import { serviceVersion } from './lib/release/versions.mjs';

const call = promisify(execFile);
const say = () => undefined;
/** In CI, a missing program fails the test. */
const lacks = (missing) => missing().length > 0 && !process.env.CI;
/** Composer installs from an archive with unzip, or with an extension that Debian's PHP does not have. */
const missingUnzip = () => (spawnSync('unzip', ['-v'], { stdio: 'ignore' }).status === 0 ? [] : ['unzip']);
/** The image takes too long: `npm run image -- --try` and its tests are about it. */
const WITHOUT = ['image', ...kinds.filter(({ missing }) => lacks(missing)).map(({ name }) => name)];

let folder;
let out;
let manifest;
let server;
let baseUrl;
let env;
const agents = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-release-'));
  out = join(folder, 'out');
  const version = await serviceVersion(root);
  const notes = '- [The console](docs/console.md#pages), and [a format](https://example.com/format).';
  manifest = await buildRelease({ version, notes, dryRun: true, out, without: WITHOUT, say });
  const contract = JSON.parse(await readFile(join(root, 'openapi', 'openapi.json'), 'utf8'));
  const { example } = contract.paths['/v1/payments'].post.responses['201'].content['application/json'];
  server = createServer((request, response) => {
    agents.push(request.headers['user-agent']);
    response.writeHead(201, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ ...example, id: 'pay_42' }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${server.address().port}`;
  env = { PATH: process.env.PATH, HOME: process.env.HOME, BASE_URL: baseUrl };
}, 300_000);

afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

function fileOf(kind, end = '') {
  const { file } = manifest.artefacts.find((each) => each.kind === kind && each.file.endsWith(end));
  return join(out, file);
}

function versionOf(kind) {
  return manifest.artefacts.find((each) => each.kind === kind).version;
}

async function project(name) {
  const place = join(folder, name);
  await mkdir(place);
  return place;
}

async function run(program, args, { cwd, more = {} }) {
  try {
    return (await call(program, args, { cwd, env: { ...env, ...more } })).stdout.trim();
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr}`, { cause: error });
  }
}

describe('the artefacts of a release', () => {
  it('have sums that sha256sum verifies', async () => {
    const verified = (await run('sha256sum', ['--check', 'SHA256SUMS'], { cwd: out })).split('\n');
    expect(verified.every((line) => line.endsWith(': OK'))).toBe(true);
    const files = (await readdir(out)).filter((name) => name !== 'SHA256SUMS');
    expect(verified.map((line) => line.split(':')[0]).sort()).toEqual(files.sort());
    await writeFile(join(folder, 'changed'), '');
    const sums = (await readFile(join(out, 'SHA256SUMS'), 'utf8')).replace('NOTES.md', join(folder, 'changed'));
    await writeFile(join(folder, 'SUMS'), sums);
    await expect(run('sha256sum', ['--check', join(folder, 'SUMS')], { cwd: out })).rejects.toThrow('changed: FAILED');
  });

  it('have notes without links to files that are not with them', async () => {
    const notes = await readFile(join(out, 'NOTES.md'), 'utf8');
    expect(notes).toContain(
      '- The console (`docs/console.md` in the source archive), and [a format](https://example.com/format).',
    );
  });

  it('have an SBOM that is valid and names what the image runs', { timeout: 120_000 }, async () => {
    await installSdkTools();
    expect(await judgeSbom(fileOf('sbom'))).toEqual([]);
    const document = JSON.parse(await readFile(fileOf('sbom'), 'utf8'));
    const names = document.components.map(({ purl }) => purl.replace(/@[^@]*$/, ''));
    expect(names).toEqual(expect.arrayContaining(['pkg:npm/pg', 'pkg:npm/rxjs', 'pkg:npm/react']));
    expect(names).not.toContain('pkg:npm/vitest');
    expect(names).not.toContain('pkg:npm/typescript');
    const broken = join(folder, 'broken.cdx.json');
    document.components[0].type = 'thing';
    await writeFile(broken, JSON.stringify(document));
    expect(await judgeSbom(broken)).toEqual(expect.arrayContaining([expect.stringContaining('/components/0/type')]));
  });

  it('have a chart in the layout of helm package', async () => {
    const names = (await run('tar', ['--list', '--file', fileOf('chart')], { cwd: folder })).split('\n');
    expect(names).toEqual(expect.arrayContaining(['svc-payments/Chart.yaml', 'svc-payments/values.schema.json']));
    expect(names.filter((name) => !name.startsWith('svc-payments/'))).toEqual([]);
    const chart = await run('tar', ['--extract', '--to-stdout', '--file', fileOf('chart'), 'svc-payments/Chart.yaml'], {
      cwd: folder,
    });
    expect(chart).toContain(`\nversion: ${manifest.version}\n`);
  });

  it('have the tracked sources, with their modes', async () => {
    const place = await project('source');
    await run('tar', ['--extract', '--file', fileOf('source'), '--strip-components', '1'], { cwd: place });
    const tracked = await trackedFiles();
    const names = (await run('tar', ['--list', '--file', fileOf('source')], { cwd: place })).split('\n');
    const prefix = `svc-payments-source-${manifest.version}`;
    expect(names.sort()).toEqual(tracked.map((file) => `${prefix}/${file}`).sort());
    const differs = async (file) => !(await readFile(join(place, file))).equals(await readFile(join(root, file)));
    const different = [];
    for (const file of tracked) if (await differs(file)) different.push(file);
    expect(different).toEqual([]);
    await run('test', ['-x', join(place, '.ci', 'run')], { cwd: place });
  });

  it('install from npm', { timeout: 120_000 }, async () => {
    const place = await project('npm');
    await writeFile(join(place, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }');
    const quiet = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
    await run('npm', ['install', ...quiet, fileOf('npm'), fileOf('npm', `kit-${manifest.version}.tgz`)], {
      cwd: place,
    });
    const program = `import { Svc } from '@svc/sdk';
      const svc = new Svc('sk_test_1', { baseUrl: process.env.BASE_URL });
      console.log((await svc.payments.create({ amount: { value: 1000, currency: 'USD' } })).id);`;
    await writeFile(join(place, 'pay.mjs'), program);
    expect(await run(process.execPath, ['pay.mjs'], { cwd: place })).toBe('pay_42');
    expect(agents.at(-1)).toBe(`svc-js/${versionOf('npm')}`);

    const acquirer = await startAcquirer();
    try {
      await writeFile(join(place, 'ca.pem'), acquirer.caPem);
      const options = ['--url', acquirer.url, '--api-key', acquirer.apiKey, '--ca', 'ca.pem'];
      const report = await run('npx', ['--offline', 'acquirer-kit', ...options], { cwd: place });
      expect(report).toMatch(/^[1-9]\d* passed, 0 failed$/m);
    } finally {
      await acquirer.close();
    }
  });

  it.skipIf(lacks(missingPython))('install with pip', { timeout: 120_000 }, async () => {
    const environment = await libraryEnvironment({ say });
    const place = await project('python');
    await run(join(environment, 'bin', 'python'), ['-m', 'venv', 'venv'], { cwd: place });
    const python = join(place, 'venv', 'bin', 'python');
    const offline = ['--quiet', '--no-index', '--find-links', join(environment, 'wheels')];
    await run(python, ['-m', 'pip', 'install', ...offline, fileOf('python', '.whl')], {
      cwd: place,
      more: { PIP_DISABLE_PIP_VERSION_CHECK: '1' },
    });
    const program = `import os, svc_payments
svc = svc_payments.Svc("sk_test_1", base_url=os.environ["BASE_URL"])
print(svc.payments.create(amount={"value": 1000, "currency": "USD"}).id)`;
    expect(await run(python, ['-c', program], { cwd: place })).toBe('pay_42');
    expect(agents.at(-1)).toBe(`svc-python/${versionOf('python')}`);
  });

  it.skipIf(lacks(missingPhp) || lacks(missingUnzip))('install with Composer', { timeout: 120_000 }, async () => {
    const place = await project('php');
    const manifest = JSON.parse(await run('unzip', ['-p', fileOf('php'), 'composer.json'], { cwd: place }));
    const dist = { type: 'zip', url: fileOf('php') };
    const composer = {
      repositories: [{ type: 'package', package: { ...manifest, dist } }, { 'packagist.org': false }],
      require: { 'svc/payments': versionOf('php') },
      // Debian's packages replace them.
      replace: {
        'guzzlehttp/guzzle': '7.4.5',
        'guzzlehttp/psr7': '2.4.5',
        'psr/http-client': '1.0.1',
        'psr/http-factory': '1.0.1',
        'psr/http-message': '1.0.1',
      },
    };
    await writeFile(join(place, 'composer.json'), JSON.stringify(composer));
    const more = { COMPOSER_HOME: join(place, 'home'), COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_DISABLE_NETWORK: '1' };
    await run('composer', ['install', '--no-interaction', '--no-progress', '--no-ansi'], { cwd: place, more });
    const program = `<?php
      @include 'GuzzleHttp/autoload.php';
      require 'vendor/autoload.php';
      $svc = new Svc\\Payments\\Svc('sk_test_1', getenv('BASE_URL'));
      echo $svc->payments->create(amount: ['value' => 1000, 'currency' => 'USD'])->id;`;
    await writeFile(join(place, 'pay.php'), program);
    expect(await run('php', ['pay.php'], { cwd: place })).toBe('pay_42');
    expect(agents.at(-1)).toContain(`svc-php/${versionOf('php')}`);
  });

  it.skipIf(lacks(missingJava))('install with Maven, from a repository of files', { timeout: 120_000 }, async () => {
    const place = await project('java');
    const version = versionOf('java');
    const jackson = await repositoryWith(place, version);
    const sources = join(place, 'src', 'main', 'java');
    await mkdir(sources, { recursive: true });
    const program = `import com.svc.payments.Svc;
      import com.svc.payments.models.Amount;
      import com.svc.payments.params.CreatePaymentParams;
      public final class Pay {
        public static void main(String[] args) {
          Svc svc = Svc.builder().apiKey("sk_test_1").baseUrl(System.getenv("BASE_URL")).build();
          System.out.println(
              svc.payments().create(CreatePaymentParams.builder().amount(Amount.of(1000, "USD")).build()).id());
        }
      }`;
    await writeFile(join(sources, 'Pay.java'), program);
    await writeFile(join(place, 'pom.xml'), await consumerPom(version));
    const options = ['--quiet', '--batch-mode', '--offline', `-Dmaven.repo.local=${join(place, 'repository')}`];
    await run('mvn', [...options, 'compile'], { cwd: place });
    const jar = fileOf('java', `payments-${version}.jar`);
    const path = [join(place, 'target', 'classes'), jar, jackson].join(':');
    expect(await run('java', ['-cp', path, 'Pay'], { cwd: place })).toBe('pay_42');
    expect(agents.at(-1)).toContain(`svc-java/${version}`);
  });

  it.skipIf(lacks(missingJava) || lacks(missingUnzip))('have jars with the time of the commit', async () => {
    const jars = manifest.artefacts.filter(({ file }) => file.endsWith('.jar'));
    expect(jars).toHaveLength(3);
    // An archive of the format zip has even seconds.
    const minute = manifest.created.slice(0, 16).replace('T', ' ');
    for (const { file } of jars) {
      const listed = await run('unzip', ['-l', join(out, file)], { cwd: folder, more: { TZ: 'UTC' } });
      const times = listed.match(/\d{4}-\d\d-\d\d \d\d:\d\d/g);
      expect(new Set(times), file).toEqual(new Set([minute]));
    }
  });
});

/** Maven's own repository without our library, and the library from the release. Returns the path of Jackson's jar. */
async function repositoryWith(place, version) {
  // Java knows the home folder from the user database, not from HOME.
  const own = join(userInfo().homedir, '.m2', 'repository');
  const repository = join(place, 'repository');
  const link = async (path, except) => {
    await mkdir(join(repository, path), { recursive: true });
    for (const name of (await readdir(join(own, path))).filter((each) => each !== except)) {
      await symlink(join(own, path, name), join(repository, path, name));
    }
  };
  await link('.', 'com');
  await link('com', 'svc');
  const library = join(repository, 'com', 'svc', 'payments', version);
  await mkdir(library, { recursive: true });
  for (const end of ['.jar', '.pom']) {
    const file = fileOf('java', `payments-${version}${end}`);
    await copyFile(file, join(library, basename(file)));
  }
  const pom = await readFile(fileOf('java', '.pom'), 'utf8');
  const [, jackson] = /<jackson.version>(.*)<\/jackson.version>/.exec(pom) ?? [];
  return join(own, 'com', 'fasterxml', 'jackson', 'core', 'jackson-core', jackson, `jackson-core-${jackson}.jar`);
}

/** A project that depends on the library, with the plugins of the library's own build. */
async function consumerPom(version) {
  const pom = await readFile(fileOf('java', '.pom'), 'utf8');
  const plugins = ['maven-compiler-plugin', 'maven-resources-plugin'].map((name) => {
    const [, plugin] = new RegExp(`<artifactId>${name}</artifactId>\\s*<version>(.*?)</version>`).exec(pom) ?? [];
    return `<plugin><artifactId>${name}</artifactId><version>${plugin}</version></plugin>`;
  });
  return `<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId>
    <version>1</version><properties><maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
    <dependencies><dependency><groupId>com.svc</groupId><artifactId>payments</artifactId>
    <version>${version}</version></dependency></dependencies>
    <build><plugins>${plugins.join('')}</plugins></build></project>`;
}

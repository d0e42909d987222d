// Clients that others' generators make of the contract: oapi-codegen for Go, openapi-generator for Java and Python. Each is
// compiled, then used against the real service.
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureGoTool, missingGo } from './go.mjs';
import { missingJava } from './java.mjs';
import { cacheDir, root } from './paths.mjs';
import { ensureEnvironment, missingPython, QUIET } from './python-environment.mjs';
import { withRealService } from './real-service.mjs';
import { Refusal, runCommand } from './run-command.mjs';
import { inScratchFolder } from './scratch-folder.mjs';

const folder = join(root, 'packages', 'testing', 'generated-clients');
const contract = join(root, 'openapi', 'openapi.json');
const OLDEST_PYTHON = [3, 10];
const OAPI_CODEGEN = {
  name: 'oapi-codegen',
  module: 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen',
  version: 'v2.8.2',
};
const OPENAPI_GENERATOR = '7.25.0';
const MAVEN = ['--quiet', '--batch-mode', '-Dstyle.color=never'];
/** Tests and pages that the generator would make beside the client. */
const CLIENT_ALONE = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';

/** What a generator cannot do, and why. Its document does without it. */
const CANNOT = {
  java: [
    {
      parameter: '#/components/parameters/MetadataFilter',
      reason:
        'A query parameter of style deepObject with any keys becomes a Map, on which it calls a method that a Map does not have.',
    },
  ],
};

/** Each makes its client in `place`, compiles it and returns the command that uses it. */
const languages = { go, java, python };

/** What is missing here, for the line that says why the suite was skipped. */
export const missingGenerators = () => [...missingGo(), ...missingJava(), ...missingPython(OLDEST_PYTHON)];

/** Counts two for each language: that its client compiles, and that it can be used. */
export async function runGeneratedClients({ signal, command = {}, say }) {
  const failures = [];
  const calls = [];
  /** Notes a failure and goes on with the others. */
  const attempt = async (name, work) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failures.push(`${name}: ${error.message}`);
    }
  };
  await inScratchFolder('clients', async (scratch) => {
    /** Runs a program of a suite, and throws when it fails. */
    const run = async (program, args, options = {}) => {
      const code = await runCommand(program, args, { ...command, signal, cwd: scratch, ...options });
      if (code !== 0) throw new Refusal(`${program} ${args.slice(0, 3).join(' ')} ended with code ${code}`);
    };
    for (const [name, build] of Object.entries(languages)) {
      const place = join(scratch, name);
      await mkdir(place);
      say(`${name}: generating and compiling`);
      await attempt(`${name} compiles`, async () => {
        calls.push({ name, ...(await build({ place, run, signal, command, say })) });
      });
    }
    const uncalled = Object.keys(languages).filter((name) => calls.every((each) => each.name !== name));
    for (const name of uncalled) failures.push(`${name} calls the service: there is no client`);
    await withRealService({ signal }, async ({ baseUrl, testKey }) => {
      for (const { name, program, args, cwd, env } of calls) {
        say(`${name}: calling the service`);
        const settings = { ...process.env, ...env, SVC_URL: baseUrl, SVC_KEY: testKey };
        await attempt(`${name} calls the service`, () => run(program, args, { cwd, env: settings }));
      }
    });
  });
  const asked = 2 * Object.keys(languages).length;
  return { passed: asked - failures.length, failed: failures.length, skipped: 0, failures };
}

async function go({ place, run, signal, command }) {
  const generator = await ensureGoTool(OAPI_CODEGEN, { command, signal });
  await cp(join(folder, 'go'), place, { recursive: true });
  const generated = join(place, 'gen');
  await mkdir(generated);
  const output = ['-generate', 'types,client', '-package', 'gen', '-o', join(generated, 'gen.go')];
  await run(generator, [...output, contract]);
  const program = join(place, 'calls');
  await run('go', ['build', '-mod=readonly', '-o', program, '.'], { cwd: place });
  await run('go', ['vet', './...'], { cwd: place });
  return { program, args: [], cwd: place };
}

async function java({ place, run }) {
  const packages = 'apiPackage=gen.api,modelPackage=gen.model,invokerPackage=gen,openApiNullable=false';
  await generate(run, 'java', place, ['--library', 'native', '--additional-properties', packages]);
  // Its own build asks for more than the client needs.
  await cp(join(folder, 'java', 'pom.xml'), join(place, 'pom.xml'));
  await cp(join(folder, 'java', 'Calls.java'), join(place, 'src', 'main', 'java', 'Calls.java'));
  await run('mvn', [...MAVEN, 'compile'], { cwd: place });
  return { program: 'mvn', args: [...MAVEN, 'exec:java'], cwd: place };
}

async function python({ place, run, signal, command, say }) {
  const environment = await ensureEnvironment(
    { name: 'generated', requirements: join(folder, 'python', 'requirements.txt'), oldest: OLDEST_PYTHON },
    { signal, command, say },
  );
  await generate(run, 'python', place, ['--additional-properties', 'packageName=gen']);
  const program = join(environment, 'bin', 'python');
  await run(program, ['-W', 'error::SyntaxWarning', '-m', 'compileall', '-q', join(place, 'gen')]);
  const args = [join(folder, 'python', 'calls.py')];
  return { program, args, cwd: place, env: { ...QUIET, PYTHONPATH: place } };
}

async function generate(run, generator, place, options) {
  const jar = await ensureGenerator(run);
  const document = await documentFor(generator, place);
  const input = ['-g', generator, '-i', document, '-o', place, '--global-property', CLIENT_ALONE];
  // It says a line for each of 700 files.
  const unheard = { stdio: ['ignore', 'pipe', 'inherit'], onOutput: undefined };
  await run('java', ['-jar', jar, 'generate', ...input, ...options], unheard);
}

/** The contract, without what the generator cannot do. */
async function documentFor(generator, place) {
  const left = (CANNOT[generator] ?? []).map(({ parameter }) => parameter);
  const document = JSON.parse(await readFile(contract, 'utf8'));
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    if (operation.parameters === undefined) continue;
    operation.parameters = operation.parameters.filter(({ $ref }) => !left.includes($ref));
  }
  const file = join(place, 'contract.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}

/** The generator's program, fetched by Maven when it is not there yet. */
async function ensureGenerator(run) {
  const target = join(cacheDir, 'java', `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`);
  if (existsSync(target)) return target;
  const draft = `${target}.${process.pid}`;
  const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR}`;
  await run('mvn', [
    ...MAVEN,
    'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy',
    `-Dartifact=${artifact}`,
    `-DoutputDirectory=${draft}`,
  ]);
  await rename(join(draft, `openapi-generator-cli-${OPENAPI_GENERATOR}.jar`), target);
  await rm(draft, { recursive: true, force: true });
  return target;
}

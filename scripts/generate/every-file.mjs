import { acquirerFiles } from './acquirer.mjs';
import { bundle } from './bundle.mjs';
import { withDeprecations } from './deprecations.mjs';
import { dtoFile } from './dto.mjs';
import { javaFiles } from './java.mjs';
import { requireOperationRules } from './operation-rules.mjs';
import { operationsFile } from './operations.mjs';
import { phpFiles } from './php.mjs';
import { pythonFiles } from './python.mjs';
import { readmeTables } from './readme-tables.mjs';
import { SAMPLE_FOLDERS, withSamples } from './samples.mjs';
import { requireSchemaRules } from './schema-rules.mjs';
import { sdkFiles } from './sdk.mjs';
import { serializerFiles } from './serializers.mjs';
import { currenciesFile, javaTypesFile, problemCodesFile, problemsFile, webhookTermsFile } from './tables.mjs';
import { typesFile } from './types.mjs';
import { validatorFiles } from './validators.mjs';

const CONTRACT = 'packages/contract/generated/';
const CORE = 'packages/core/src/platform/generated/';
const CONSOLE = 'apps/console/src/generated/';
const ACQUIRER = 'packages/acquirer-contract/generated/';
const SDK = 'packages/sdk/src/generated/';
const PYTHON = 'packages/sdk-python/src/svc_payments/_generated/';
const PHP = 'packages/sdk-php/src/Generated/';
const JAVA = 'packages/sdk-java/src/main/java/com/svc/payments/';
/** The generated packages; the others are written by hand. */
const JAVA_PACKAGES = ['models/', 'params/', 'resources/'].map((name) => JAVA + name);

/** Folders that hold generated files only. */
export const owned = [CONTRACT, CORE, CONSOLE, ACQUIRER, SDK, PYTHON, PHP, ...JAVA_PACKAGES, ...SAMPLE_FOLDERS];

/**
 * The text of each generated file, by path.
 * @returns {Promise<Map<string, string>>}
 */
export async function everyFile() {
  const document = withDeprecations(await contract('openapi/openapi.yaml'));
  requireOperationRules(document);
  const acquirer = await contract('openapi/acquirer.yaml');
  const samples = await withSamples(document);
  const console = await contract('openapi/console.yaml');
  const contractFiles = {
    ...(await serverFiles(document)),
    'problems.ts': problemsFile(document),
    'currencies.ts': currenciesFile(document),
  };

  /** @type {Map<string, string>} */
  const files = new Map([
    ['openapi/openapi.json', `${JSON.stringify(samples.document, null, 2)}\n`],
    ['openapi/console.json', `${JSON.stringify(console, null, 2)}\n`],
    ['openapi/acquirer.json', `${JSON.stringify(acquirer, null, 2)}\n`],
    ...samples.files,
    ...(await readmeTables(document)),
  ]);
  for (const [name, text] of Object.entries(contractFiles)) files.set(CONTRACT + name, text);
  for (const [name, text] of Object.entries(await serverFiles(console))) {
    files.set(`${CONTRACT}console/${name}`, text.replaceAll("'../src/", "'../../src/"));
  }
  // core only uses types of the contract, but has to format amounts.
  files.set(`${CORE}currencies.ts`, currenciesFile(document));
  // The console is not part of the server's build.
  files.set(`${CONSOLE}currencies.ts`, currenciesFile(document));
  files.set(`${CONSOLE}webhook-terms.ts`, webhookTermsFile(document));
  files.set(`${CONSOLE}java-types.ts`, javaTypesFile(document));
  for (const [name, text] of Object.entries(await acquirerFiles(acquirer))) files.set(ACQUIRER + name, text);
  for (const [name, text] of Object.entries(await sdkFiles(document))) files.set(SDK + name, text);
  for (const [name, text] of Object.entries(await pythonFiles(document))) files.set(PYTHON + name, text);
  for (const [name, text] of Object.entries(await phpFiles(document))) files.set(PHP + name, text);
  for (const [name, text] of Object.entries(await javaFiles(document))) files.set(JAVA + name, text);
  return files;
}

/** @param {string} source */
async function contract(source) {
  const document = await bundle(source);
  requireSchemaRules(source, document);
  return document;
}

/** What the server needs to bind operations: types, a table, validators and serializers. */
async function serverFiles(document) {
  return {
    'types.ts': await typesFile(document),
    'dto.ts': dtoFile(document),
    'operations.ts': operationsFile(document),
    'problem-codes.ts': problemCodesFile(document),
    ...validatorFiles(document),
    ...serializerFiles(document),
  };
}

// Generates everything that follows from the contracts in openapi/. `--check` writes nothing and fails on a difference.
import { acquirerFiles } from './generate/acquirer.mjs';
import { bundle } from './generate/bundle.mjs';
import { withDeprecations } from './generate/deprecations.mjs';
import { dtoFile } from './generate/dto.mjs';
import { javaFiles } from './generate/java.mjs';
import { operationsFile } from './generate/operations.mjs';
import { compare, write } from './generate/output.mjs';
import { phpFiles } from './generate/php.mjs';
import { pythonFiles } from './generate/python.mjs';
import { SAMPLE_FOLDERS, withSamples } from './generate/samples.mjs';
import { sdkFiles } from './generate/sdk.mjs';
import { serializerFiles } from './generate/serializers.mjs';
import { currenciesFile, problemCodesFile, problemsFile } from './generate/tables.mjs';
import { typesFile } from './generate/types.mjs';
import { validatorFiles } from './generate/validators.mjs';

const CONTRACT = 'packages/contract/generated/';
const CORE = 'packages/core/src/platform/generated/';
const ACQUIRER = 'packages/acquirer-contract/generated/';
const SDK = 'packages/sdk/src/generated/';
const PYTHON = 'packages/sdk-python/src/svc_payments/_generated/';
const PHP = 'packages/sdk-php/src/Generated/';
const JAVA = 'packages/sdk-java/src/main/java/com/svc/payments/';
/** The generated packages; the others are written by hand. */
const JAVA_PACKAGES = ['models/', 'params/', 'resources/'].map((name) => JAVA + name);

const document = withDeprecations(await bundle('openapi/openapi.yaml'));
const acquirer = await bundle('openapi/acquirer.yaml');
const samples = await withSamples(document);
const contractFiles = {
  'types.ts': await typesFile(document),
  'dto.ts': dtoFile(document),
  'operations.ts': operationsFile(document),
  'problems.ts': problemsFile(document),
  'problem-codes.ts': problemCodesFile(document),
  'currencies.ts': currenciesFile(document),
  ...validatorFiles(document),
  ...serializerFiles(document),
};

/** @type {Map<string, string>} */
const files = new Map([
  ['openapi/openapi.json', `${JSON.stringify(samples.document, null, 2)}\n`],
  ['openapi/acquirer.json', `${JSON.stringify(acquirer, null, 2)}\n`],
  ...samples.files,
]);
for (const [name, text] of Object.entries(contractFiles)) files.set(CONTRACT + name, text);
// core only uses types of the contract, but has to format amounts.
files.set(`${CORE}currencies.ts`, currenciesFile(document));
for (const [name, text] of Object.entries(await acquirerFiles(acquirer))) files.set(ACQUIRER + name, text);
for (const [name, text] of Object.entries(await sdkFiles(document))) files.set(SDK + name, text);
for (const [name, text] of Object.entries(await pythonFiles(document))) files.set(PYTHON + name, text);
for (const [name, text] of Object.entries(await phpFiles(document))) files.set(PHP + name, text);
for (const [name, text] of Object.entries(await javaFiles(document))) files.set(JAVA + name, text);

const owned = [CONTRACT, CORE, ACQUIRER, SDK, PYTHON, PHP, ...JAVA_PACKAGES, ...SAMPLE_FOLDERS];
const differences = await compare(files, owned);
if (process.argv.includes('--check')) {
  if (differences.length > 0) {
    console.error(`Generated files differ from the contract; run \`npm run generate\`:\n  ${differences.join('\n  ')}`);
    process.exit(1);
  }
  console.log(`generate: ${files.size} files match the contract`);
} else {
  await write(files, differences);
  console.log(`generate: ${files.size} files from the contract, ${differences.length} changed`);
}

// `node judge-sbom.mjs sbom.json`: prints where a document violates the JSON schema of CycloneDX, one line each.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Ajv from 'ajv';

const require = createRequire(import.meta.url);
const document = JSON.parse(await readFile(process.argv[2], 'utf8'));
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    'date-time': (text) => !Number.isNaN(Date.parse(text)),
    'iri-reference': (text) => !/\s/.test(text),
    'idn-email': (text) => text.includes('@'),
  },
});
const schema = (name) => require(`@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`);
for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(name));
const validate = ajv.compile(schema(`bom-${document.specVersion}`));
if (!validate(document)) {
  for (const { instancePath, message } of validate.errors) console.log(`${instancePath || '/'} ${message}`);
}

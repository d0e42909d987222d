// `node judge-sbom.mjs sbom.json`: prints where a document violates the JSON schema of CycloneDX, one line each.
import { readFile } from 'node:fs/promises';
import Ajv from 'ajv';

const schemas = new URL('node_modules/@cyclonedx/cyclonedx-library/res/schema/', import.meta.url);
const readJson = async (file) => JSON.parse(await readFile(file, 'utf8'));
const document = await readJson(process.argv[2]);
const ajv = new Ajv({
  strict: false,
  allErrors: true,
  formats: {
    'date-time': (text) => !Number.isNaN(Date.parse(text)),
    uri: (text) => URL.canParse(text),
    'iri-reference': (text) => !/\s/.test(text),
    'idn-email': (text) => text.includes('@'),
  },
});
const schema = (name) => readJson(new URL(`${name}.SNAPSHOT.schema.json`, schemas));
for (const name of ['spdx', 'jsf-0.82'])
  ajv.addSchema(await schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
const validate = ajv.compile(await schema(`bom-${document.specVersion}`));
if (!validate(document)) {
  for (const { instancePath, message } of validate.errors) console.log(`${instancePath || '/'} ${message}`);
}

import { Ajv } from 'ajv';
import { toValidationSchema } from './json-schema.mjs';
import { HEADER } from './output.mjs';
import { typesFile } from './types.mjs';
import { validatorCode } from './validator-code.mjs';

const REQUIRE = "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";

/**
 * Generates types and validators for both sides of the acquirer's contract. Requests are closed; responses may have
 * additional fields of later versions.
 */
export async function acquirerFiles(document) {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    discriminator: true,
    allErrors: true,
    code: { source: true, esm: true, lines: true },
  });
  const names = Object.keys(document.components.schemas);
  for (const name of names) {
    ajv.addSchema(toValidationSchema(document.components.schemas[name], { closed: false }), name);
  }
  // Some schema names, such as void, are not valid constant names.
  const exported = Object.fromEntries(names.map((name) => [`of_${name}`, name]));
  const code = validatorCode(ajv, exported);
  const table = `export const validators = { ${names.map((name) => `${name}: of_${name}`).join(', ')} };\n`;
  return {
    'types.ts': await typesFile(document),
    'validators.js': `${HEADER}${REQUIRE}${code}\n${table}`,
    'validators.d.ts': `${HEADER}
import type { ValidateFunction } from 'ajv';
import type { components } from './types.js';

type Schemas = components['schemas'];

/** For each schema, what checks a value. */
export declare const validators: { readonly [Name in keyof Schemas]: ValidateFunction<Schemas[Name]> };
`,
  };
}

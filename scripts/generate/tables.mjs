import { inputName, parametersIn } from './client-schemas.mjs';
import { operationsOf } from './document.mjs';
import { Schemas } from './java/schemas.mjs';
import { HEADER } from './output.mjs';

const PROBLEM_MEMBERS = ['status', 'title', 'cause', 'fix', 'example'];

export function problemsFile(document) {
  const { enum: codes, 'x-problems': problems } = document.components.schemas.ProblemCode;
  const missing = codes.filter((/** @type {string} */ code) => !problems[code]);
  const extra = Object.keys(problems).filter((code) => !codes.includes(code));
  if (missing.length + extra.length > 0) {
    throw new Error(`ProblemCode: enum and x-problems differ in ${[...missing, ...extra].join(', ')}`);
  }
  for (const [code, problem] of Object.entries(problems)) {
    const empty = PROBLEM_MEMBERS.filter((member) => !problem[member]);
    if (empty.length > 0) throw new Error(`ProblemCode: ${code} lacks ${empty.join(', ')}`);
  }
  return `${HEADER}
import type { components } from './types.js';

/** The HTTP status, heading, cause, remedy and an example detail of each problem code. */
export const problems = ${JSON.stringify(problems, null, 2)} as const satisfies Record<
  components['schemas']['ProblemCode'],
  { status: number; title: string; cause: string; fix: string; example: string }
>;
`;
}

export function problemCodesFile(document) {
  const problems = document.components.schemas.ProblemCode['x-problems'];
  const rows = operationsOf(document).map(({ operationId, responses }) => {
    const cells = responses
      .filter(({ status }) => status >= 400)
      .map(({ status, response }) => `${status}: ${JSON.stringify(codesOf(problems, operationId, status, response))}`);
    return `  ${operationId}: { ${cells.join(', ')} },\n`;
  });
  return `${HEADER}
import type { components } from './types.js';
import type { OperationId } from './operations.js';

/** The problem codes of each operation by status. */
export const problemCodes = {
${rows.join('')}} as const satisfies Record<OperationId, Record<number, readonly components['schemas']['ProblemCode'][]>>;
`;
}

/**
 * @param {Record<string, { status: number }>} problems
 * @param {string} operationId
 * @param {number} status
 * @returns {string[]}
 */
function codesOf(problems, operationId, status, response) {
  const codes = response['x-problem-codes'] ?? [];
  const wrong = codes.filter((/** @type {string} */ code) => problems[code]?.status !== status);
  if (codes.length > 0 && wrong.length === 0) return codes;
  const where = `${operationId}, response ${status}`;
  throw new Error(
    codes.length === 0
      ? `${where}: list the codes that it may carry under x-problem-codes`
      : `${where}: ${wrong.join(', ')} in x-problem-codes is not a code of this status`,
  );
}

export function currenciesFile(document) {
  const units = document.components.schemas.Currency['x-minor-units'];
  return `${HEADER}
/** Active ISO 4217 currencies with a minor unit, and its number of decimals. */
export const currencies: Readonly<Record<string, number>> = ${JSON.stringify(units, null, 2)};
`;
}

/** The values that forms and texts of the console enumerate. */
export function webhookTermsFile(document) {
  const { EventSelector, EventKind, DeliveryError, DeliveryStatus } = document.components.schemas;
  const list = (/** @type {string} */ name, schema) =>
    `export const ${name} = ${JSON.stringify(schema.enum, null, 2)} as const;\n`;
  return `${HEADER}
${list('eventSelectors', EventSelector)}
${list('eventKinds', EventKind)}
${list('deliveryErrors', DeliveryError)}
${list('deliveryStatuses', DeliveryStatus)}`;
}

/** The types of the Java library for the parameters of reads, with which the console writes programs. */
export function javaTypesFile(document) {
  const schemas = new Schemas(document);
  const rows = operationsOf(document)
    .filter(({ method }) => method === 'GET')
    .flatMap((operation) => {
      const { operationId } = operation;
      const types = parametersIn(operation, 'query').map(({ name, schema }) => {
        const { type, plain = type } = schemas.request(schema, inputName(document, operationId, name, schema));
        return [name, plain.replace(/<.*/, '')];
      });
      const others = types.filter(([, type]) => type !== 'String');
      return others.length === 0 ? [] : [[operationId, Object.fromEntries(others)]];
    });
  return `${HEADER}
/** The types that the Java library has for the parameters of operations, except for texts. */
export const javaTypes: Readonly<Record<string, Readonly<Record<string, string>>>> = ${JSON.stringify(Object.fromEntries(rows), null, 2)};
`;
}

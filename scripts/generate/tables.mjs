import { HEADER } from './output.mjs';

/** @param {any} document */
export function problemsFile(document) {
  const { enum: codes, 'x-problems': problems } = document.components.schemas.ProblemCode;
  const missing = codes.filter((/** @type {string} */ code) => !problems[code]);
  const extra = Object.keys(problems).filter((code) => !codes.includes(code));
  if (missing.length + extra.length > 0) {
    throw new Error(`ProblemCode: enum and x-problems differ in ${[...missing, ...extra].join(', ')}`);
  }
  return `${HEADER}
import type { components } from './types.js';

/** What each problem code means: its HTTP status, heading, cause and remedy. */
export const problems = ${JSON.stringify(problems, null, 2)} as const satisfies Record<
  components['schemas']['ProblemCode'],
  { status: number; title: string; cause: string; fix: string }
>;
`;
}

/** @param {any} document */
export function currenciesFile(document) {
  const units = document.components.schemas.Currency['x-minor-units'];
  return `${HEADER}
/** Active ISO 4217 currencies that have a smallest unit, with the number of decimals that it stands for. */
export const currencies: Readonly<Record<string, number>> = ${JSON.stringify(units, null, 2)};
`;
}

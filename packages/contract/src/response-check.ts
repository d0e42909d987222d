import { responseValidators as consoleValidators } from '#console-response-validators';
import { responseValidators, validateEvent, validateProblem } from '#response-validators';
import type { ValidateFunction } from 'ajv';
import { problemCodes as consoleProblemCodes } from '../generated/console/problem-codes.js';
import { problemCodes } from '../generated/problem-codes.js';
import { problems } from '../generated/problems.js';
import type { AnyOperationId } from './all-operations.js';
import type { Problem, ProblemCode } from './schemas.js';

const allValidators = { ...responseValidators, ...consoleValidators };
const allProblemCodes = { ...problemCodes, ...consoleProblemCodes };

/**
 * Lists how a response violates the contract; empty when it is valid. A null operationId stands for an unknown path or
 * method, whose response is a problem.
 */
export function checkResponse(operationId: AnyOperationId | null, status: number, body: unknown): string[] {
  const validators = operationId === null ? { [status]: validateProblem } : allValidators[operationId];
  const validate = validators?.[status];
  if (validate === undefined) return [`status ${status} is not documented for ${operationId}`];
  if (validate === null) return body === undefined || body === '' ? [] : [`status ${status} has no body`];

  const violations = violationsOf(validate, body);
  return validate === validateProblem && violations.length === 0
    ? problemViolations(operationId, body as Problem, status)
    : violations;
}

/** Lists how an event violates the contract; empty when it is valid. */
export function validateWebhookEvent(event: unknown): string[] {
  return violationsOf(validateEvent, event);
}

function problemViolations(operationId: AnyOperationId | null, { code, status }: Problem, answered: number): string[] {
  return [
    ...(operationId === null || codesOf(operationId, answered).includes(code)
      ? []
      : [`/code ${code} is not documented for ${operationId} with status ${answered}`]),
    ...(status === answered ? [] : [`/status is ${status} but the answer is ${answered}`]),
    ...(problems[code].status === answered
      ? []
      : [`/code ${code} belongs to status ${problems[code].status}, not ${answered}`]),
  ];
}

/** The problem codes that the operation documents for the status. */
function codesOf(operationId: AnyOperationId, status: number): readonly ProblemCode[] {
  const codes: Readonly<Record<number, readonly ProblemCode[]>> = allProblemCodes[operationId];
  return codes[status] ?? [];
}

function violationsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    const what = params['additionalProperty'] ?? params['allowedValues'];
    return `${instancePath || '/'} ${message}${what === undefined ? '' : ` (${what})`}`;
  });
}

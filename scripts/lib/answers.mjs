// Compares recorded responses with the contract.
import { resolve } from '../generate/document.mjs';

/**
 * @typedef {object} Note
 * @property {string} operationId
 * @property {number} status
 * @property {string | null} code the problem code; null for other responses
 * @property {string[]} headers names in lower case
 * @property {string} file
 * @property {string} test
 */

/** Every response that the contract documents, once. */
export function documentedAnswers(contract) {
  return operationsOf(contract).flatMap(({ operationId, responses }) =>
    Object.keys(responses).map((status) => ({ operationId, status })),
  );
}

/**
 * Lists the recorded responses that the contract does not allow: one line per kind, with a test that received it.
 * @param {Iterable<Note>} notes
 * @returns {string[]}
 */
export function undeclaredAnswers(contract, notes) {
  const operations = new Map(operationsOf(contract).map((operation) => [operation.operationId, operation]));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { operationId, status, code, headers, file, test } of notes) {
    const response = resolve(contract, operations.get(operationId)?.responses[status]);
    const answer = `${operationId} answered ${status}${code === null ? '' : ` ${code}`}`;
    for (const fault of faultsOf(contract, response, code, headers)) {
      const line = `${answer}: ${fault}`;
      if (!found.has(line)) found.set(line, `${line}; seen by ${file}, ${test}`);
    }
  }
  return [...found.values()];
}

/**
 * @param {string | null} code
 * @param {string[]} headers
 */
function faultsOf(contract, response, code, headers) {
  if (response === undefined) return ['the contract does not declare this status'];
  const codes = response['x-problem-codes'] ?? [];
  const missing = Object.entries(response.headers ?? {})
    .filter(([name, header]) => resolve(contract, header).required && !headers.includes(name.toLowerCase()))
    .map(([name]) => `the header ${name} is missing`);
  return code === null || codes.includes(code) ? missing : ['the contract does not declare this code', ...missing];
}

function operationsOf(contract) {
  return Object.values(contract.paths)
    .flatMap((path) => Object.values(path))
    .filter((operation) => operation.operationId !== undefined);
}

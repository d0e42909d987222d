import { type Check, NotApplicable, Unexpected } from './check.js';
import type { Exchange } from './gateway.js';
import type { Run } from './run.js';
import { AUTHORIZATION_CHECKS } from './checks/authorizations.js';
import { HOLD_CHECKS } from './checks/holds.js';
import { REFUND_CHECKS } from './checks/refunds.js';
import { REQUEST_CHECKS } from './checks/requests.js';
import { STATEMENT_CHECKS } from './checks/statement.js';

/** The statement comes last, since it contains the operations of the other checks. */
const CHECKS = [...AUTHORIZATION_CHECKS, ...HOLD_CHECKS, ...REFUND_CHECKS, ...REQUEST_CHECKS, ...STATEMENT_CHECKS];

const MAX_TEXT = 1_000;

/** Runs every check, and prints a line for each. Returns the number of those that failed. */
export async function report(run: Run, print: (line: string) => void): Promise<number> {
  const counts = { passed: 0, failed: 0 };
  for (const check of CHECKS) {
    const reason = whyNot(check, run);
    if (reason !== undefined) {
      print(`skipped ${check.name}: ${reason}`);
      continue;
    }
    try {
      await check.run(run);
      counts.passed += 1;
      print(`passed  ${check.name}`);
    } catch (error) {
      if (error instanceof NotApplicable) {
        print(`skipped ${check.name}: ${error.message}`);
        continue;
      }
      counts.failed += 1;
      print(`failed  ${check.name}`);
      for (const line of explain(error)) print(`        ${line}`);
    }
  }
  print(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed;
}

function whyNot({ since, needs }: Check, run: Run): string | undefined {
  if (since !== undefined && run.settings.version !== since) return `since ${since}`;
  const missing = needs?.(run);
  return missing && `needs ${missing}`;
}

function explain(error: unknown): string[] {
  if (!(error instanceof Unexpected)) {
    return [`expected a response`, `came     ${error instanceof Error ? messageOf(error) : String(error)}`];
  }
  const { exchange, expected, came } = error;
  return [
    ...(exchange === undefined ? [] : [`sent     ${sentIn(exchange)}`]),
    `expected ${expected}`,
    `came     ${exchange === undefined || came !== 'nothing' ? came : cameIn(exchange)}`,
  ];
}

function sentIn({ sent: { method, path, reference, text, body } }: Exchange): string {
  const content = text ?? (body === undefined ? '' : JSON.stringify(body));
  const key = reference === undefined ? '' : ` Idempotency-Key: ${reference}`;
  return `${method} /${path}${key} ${content}`.trim();
}

function cameIn({ came: { status, text } }: Exchange): string {
  return `${status} ${text.slice(0, MAX_TEXT)}`.trim();
}

/** The message of a connection that failed is in its causes. */
function messageOf(error: Error): string {
  const cause = error instanceof AggregateError ? (error.errors as unknown[])[0] : error.cause;
  return error.message === '' && cause instanceof Error ? cause.message : error.message;
}

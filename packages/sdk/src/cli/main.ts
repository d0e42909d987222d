#!/usr/bin/env node
import { ApiError } from '../errors.js';
import { VERSION } from '../version.js';
import { Listener } from './listen.js';
import { listenOptions } from './listen-options.js';
import { JsonPrinter, TextPrinter } from './printer.js';
import { USAGE, UsageError } from './usage.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Resolves with the exit code. */
async function main([command, ...args]: readonly string[]): Promise<number> {
  const all = [command, ...args];
  if (all.includes('--help') || all.includes('-h') || command === undefined) print(USAGE.trimEnd());
  else if (all.includes('--version') || all.includes('-v')) print(VERSION);
  else if (command === 'listen') await listen(args);
  else throw new UsageError(`Unknown command: svc ${command}.`);
  return command === undefined ? 2 : 0;
}

async function listen(args: readonly string[]): Promise<void> {
  const options = listenOptions(args, process.env);
  const printer = options.json ? new JsonPrinter(print) : new TextPrinter(print);
  const ending = new AbortController();
  const end = (): void => {
    // A second signal does not wait for events that are being forwarded.
    if (ending.signal.aborted) process.exit(130);
    ending.abort();
  };
  process.on('SIGINT', end).on('SIGTERM', end);
  // The reader of the output is gone.
  process.stdout.on('error', () => process.exit(0));
  printer.summary(await new Listener(options, printer, ending.signal).run());
}

function explained(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\nsvc --help tells more.`;
  if (error instanceof ApiError && error.status === 404) return 'The service at this address has no stream of events.';
  return error instanceof Error ? error.message : String(error);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${explained(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);

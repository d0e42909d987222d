import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Two figures of one run and their ratio. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
  readonly numerator: Side;
  readonly denominator: Side;
  /** The target of the project. */
  readonly must?: number;
}

interface Side {
  readonly what: string;
  readonly perSecond: number;
}

export interface Outcome {
  readonly figures: Record<string, unknown>;
  readonly ratios: readonly Ratio[];
  /** Why the figures are invalid; empty when they are valid. */
  readonly failures: readonly string[];
  /** What could not be measured on this machine, and why. */
  readonly skipped: readonly string[];
}

export interface Result extends Outcome {
  readonly scenario: string;
  readonly date: string;
}

const git = promisify(execFile);
const resultsFolder = fileURLToPath(new URL('../results/', import.meta.url));

/** The ratio of two rates, rounded to three decimals. */
export function ratio(name: string, numerator: Side, denominator: Side, must?: number): Ratio {
  const value = Math.round((numerator.perSecond / denominator.perSecond) * 1_000) / 1_000;
  return { name, value, numerator, denominator, ...(must === undefined ? {} : { must }) };
}

/** The context of a result: command, date, commit, Node and machine. */
export async function describeRun(scenario: string, args: string[]) {
  const [commit, changes] = await Promise.all([gitSays('rev-parse', 'HEAD'), gitSays('status', '--porcelain')]);
  return {
    scenario,
    command: `npm run bench -- ${args.join(' ')}`,
    date: new Date().toISOString(),
    commit,
    uncommittedChanges: changes === null ? null : changes !== '',
    node: process.version,
    machine: { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', memoryMb: Math.round(totalmem() / 2 ** 20) },
  };
}

/** Writes the result to results/<date>-<scenario>.json and returns the path. */
export async function saveResult(result: Result): Promise<string> {
  const path = `${resultsFolder}${result.date.slice(0, 10)}-${result.scenario}.json`;
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(path, `${JSON.stringify(result, null, 2)}\n`);
  return path;
}

async function gitSays(...args: string[]): Promise<string | null> {
  try {
    const { stdout } = await git('git', args, { cwd: fileURLToPath(new URL('..', import.meta.url)) });
    return stdout.trim();
  } catch {
    return null;
  }
}

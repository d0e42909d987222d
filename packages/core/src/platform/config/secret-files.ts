import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Settings that contain a secret. Each can be read from a file instead, which a second setting names. */
const SECRETS = [
  'DATABASE_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'MASTER_KEY',
  'API_KEY_PEPPER',
  'WEBHOOK_PROXY_URL',
  'PROCESSOR_API_KEY',
  'PROCESSOR_CALLBACK_SECRET',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'METRICS_TOKEN',
] as const;

type Secret = (typeof SECRETS)[number];
type SecretFile = `${Secret}_FILE`;

const fileOf = (name: Secret): SecretFile => `${name}_FILE`;

/** The settings that name files, such as MASTER_KEY_FILE. */
export const SECRET_FILES: readonly SecretFile[] = SECRETS.map(fileOf);

export const secretFileFields = Object.fromEntries(
  SECRETS.map((name) => [
    fileOf(name),
    z.string().optional().describe(`File that contains ${name}, for secrets that are mounted as files.`),
  ]),
) as Record<SecretFile, z.ZodOptional<z.ZodString>>;

export interface FoundSecrets {
  /** The contents of the files, by the name of the setting that they replace. */
  readonly values: Readonly<Partial<Record<Secret, string>>>;
  readonly mistakes: readonly (readonly [name: SecretFile, message: string])[];
}

/** Reads the files that settings such as MASTER_KEY_FILE name. White space at the end of a file is not part of the secret. */
export function readSecretFiles(environment: NodeJS.ProcessEnv): FoundSecrets {
  const values: Partial<Record<Secret, string>> = {};
  const mistakes: [SecretFile, string][] = [];
  for (const name of SECRETS) {
    const file = environment[fileOf(name)];
    if (!file) continue;
    const secret = secretIn(file);
    if (environment[name]) mistakes.push([fileOf(name), `must not be set together with ${name}`]);
    else if (secret === undefined) mistakes.push([fileOf(name), 'expected a readable file that contains the secret']);
    else values[name] = secret;
  }
  return { values, mistakes };
}

/** The environment with the secrets that its files contain, in place of the names of the files. Throws on a mistake. */
export function withSecretFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { values, mistakes } = readSecretFiles(environment);
  const [mistake] = mistakes;
  if (mistake !== undefined) throw new InvalidSecretFile(mistake.join(': '));
  const named = new Set<string>(SECRET_FILES);
  return { ...Object.fromEntries(Object.entries(environment).filter(([name]) => !named.has(name))), ...values };
}

/** A setting such as MASTER_KEY_FILE is wrong. The message contains neither the path nor the secret. */
export class InvalidSecretFile extends Error {
  override readonly name = 'InvalidSecretFile';
}

function secretIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}

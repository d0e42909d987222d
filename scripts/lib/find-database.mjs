import { dataDir } from './paths.mjs';
import { readKeys } from './profile.mjs';
import { Refusal } from './run-command.mjs';
import { runningService } from './running-service.mjs';

/** The database of the environment, or that of the running `npm start`, with its account. */
export async function findDatabase() {
  const { withSecretFiles } = await import('@svc/core');
  const { DATABASE_URL, API_KEY_PEPPER } = withSecretFiles(process.env);
  if (DATABASE_URL) {
    if (!API_KEY_PEPPER)
      throw new Refusal('DATABASE_URL is set, so API_KEY_PEPPER must be set too, as the API has it.');
    return { databaseUrl: DATABASE_URL, apiKeyPepper: API_KEY_PEPPER };
  }
  const [postgres, keys] = await Promise.all([runningService(dataDir(), 'postgres'), readKeys(dataDir())]);
  if (postgres === undefined || keys.apiKeyPepper === undefined) {
    throw new Refusal(
      `Nothing runs in ${dataDir()}. Start it with npm start, or set DATABASE_URL and API_KEY_PEPPER to those of a running API.`,
    );
  }
  return { databaseUrl: postgres.url, apiKeyPepper: keys.apiKeyPepper, accountId: keys.accountId };
}

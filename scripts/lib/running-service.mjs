import { hasSources } from './paths.mjs';

/** The Postgres or Redis that `npm start` runs with this DATA_DIR, if it does. The image has neither. */
export async function runningService(dataDir, service) {
  if (!hasSources) return undefined;
  const embedded = await import('@svc/embedded');
  return embedded.runningService(dataDir, service);
}

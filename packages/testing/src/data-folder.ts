import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a data folder for a server of one test. */
export async function makeDataFolder(name: string): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), `svc-test-${name}-`));
  // When run as root, the server runs as an unprivileged user, who needs access.
  await chmod(dataDir, 0o711);
  return dataDir;
}

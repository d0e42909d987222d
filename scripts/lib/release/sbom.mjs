// What the image holds, as npm's own CycloneDX document, with nothing in it that differs between two builds.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { root } from '../paths.mjs';

/** The programs in the image, and the console, whose packages are in its bundle. */
const WORKSPACES = ['apps/api', 'apps/worker', 'apps/console'];

/** @param {{ version: string, seconds: number }} release */
export async function makeSbom({ version, seconds }) {
  const workspaces = WORKSPACES.flatMap((path) => ['--workspace', path]);
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev', '--package-lock-only'];
  const { stdout } = await promisify(execFile)('npm', ['sbom', ...options, ...workspaces], {
    cwd: root,
    maxBuffer: 2 ** 26,
  });
  const document = JSON.parse(stdout);
  document.metadata.timestamp = new Date(seconds * 1_000).toISOString();
  // npm takes the name from the folder of the clone.
  document.metadata.component.name = 'svc-payments';
  document.metadata.component.version = version;
  delete document.serialNumber;
  document.serialNumber = `urn:uuid:${uuidOf(JSON.stringify(document))}`;
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** A UUID of version 8 from a digest, so that the same content has the same number. */
function uuidOf(text) {
  const digest = createHash('sha256').update(text).digest().subarray(0, 16);
  digest[6] = (digest[6] & 0x0f) | 0x80;
  digest[8] = (digest[8] & 0x3f) | 0x80;
  return digest.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

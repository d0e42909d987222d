import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('what is committed is what the contract generates, byte for byte', async () => {
  const script = fileURLToPath(new URL('../../../scripts/generate.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--check']).catch(
    (error: { stderr: string }) => ({ stdout: error.stderr }),
  );
  expect(stdout).toMatch(/^generate: \d+ files match the contract\n$/);
}, 60_000);

import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ensureBuilt } from './build.mjs';
import { folderOf, nodeOptions, programs } from './bundle.mjs';

const run = promisify(execFile);

describe.each(programs)('%s', (program) => {
  it.each(nodeOptions)('boots from compiled code with the options "%s"', async (options) => {
    await ensureBuilt([program]);
    const folder = folderOf(program);
    const before = await readdir(folder);
    // Compiles what is not compiled, and fails if V8 refuses what is.
    await run(process.execPath, [join(folder, 'main.js'), '--compile'], { env: { NODE_OPTIONS: options } });
    expect(await readdir(folder)).toEqual(before);
    expect(before.filter((name) => name.endsWith('.compiled'))).toHaveLength(nodeOptions.length);
  });
});

import { readFile } from 'node:fs/promises';
import { CallbackReceiver } from './callbacks.js';
import { Gateway } from './gateway.js';
import { type KitOptions, readOptions, USAGE } from './options.js';
import { report } from './report.js';
import { Run } from './run.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(options: KitOptions): Promise<number> {
  const { url, apiKey, caFile, callbacks } = options;
  const ca = caFile && (await readFile(caFile, 'utf8'));
  const receiver = callbacks && new CallbackReceiver(callbacks.secret);
  await receiver?.listen(callbacks?.port ?? 0);
  try {
    return await report(new Run(new Gateway({ url, apiKey, ca }), options, receiver), print);
  } finally {
    await receiver?.close();
  }
}

function optionsOrUsage(): KitOptions | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    return undefined;
  }
}

const options = optionsOrUsage();
process.exitCode = options === undefined ? 2 : (await main(options)) > 0 ? 1 : 0;

import { CallbackReceiver } from './callbacks.js';
import { Gateway } from './gateway.js';
import { type KitOptions, readOptions, USAGE } from './options.js';
import { report } from './report.js';
import { Run } from './run.js';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the exit code. */
async function main(options: KitOptions): Promise<number> {
  const { callbacks } = options;
  const receiver = callbacks && new CallbackReceiver(callbacks.secret);
  try {
    await receiver?.listen(callbacks?.port ?? 0);
  } catch (error) {
    process.stderr.write(`--callback-port cannot be used: ${(error as Error).message}\n`);
    return 2;
  }
  try {
    return (await report(new Run(new Gateway(options), options, receiver), print)) > 0 ? 1 : 0;
  } finally {
    await receiver?.close();
  }
}

function optionsOrUsage(): KitOptions | undefined {
  try {
    return readOptions(process.argv.slice(2), process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}\n`);
    return undefined;
  }
}

const options = optionsOrUsage();
process.exitCode = options === undefined ? 2 : await main(options);

import { CLUSTER, missingPackages } from './drill-programs.mjs';
import { missingPython } from './python-environment.mjs';
import { runCommand } from './run-command.mjs';

/** The oldest Python for Patroni. */
export const OLDEST_PYTHON = [3, 9];

/** What the drill of a highly available installation needs and this machine lacks. */
export function missingHa() {
  return [...missingPackages(CLUSTER), ...missingPython(OLDEST_PYTHON)];
}

/** Runs the short form of the drill. Each fault that it finds is a failure. */
export async function runHa({ signal, args }) {
  let output = '';
  const code = await runCommand(process.execPath, ['scripts/drill-ha.mjs', '--short', ...args], {
    signal,
    stdio: ['inherit', 'pipe', 'pipe'],
    onOutput(text) {
      output += text;
      process.stdout.write(text);
    },
  });
  const faults = [...output.matchAll(/^fault: (.*)$/gm)].map(([, fault]) => `ha: ${fault}`.slice(0, 500));
  const failures = code === 0 ? [] : faults.length > 0 ? faults : ['ha: the drill did not come to its end'];
  return { passed: code === 0 ? 1 : 0, failed: failures.length, skipped: 0, failures };
}

import { CLUSTER, missingPackages, RESTORE } from './drill-programs.mjs';
import { missingPython } from './python-environment.mjs';
import { captureCommand, showOutput } from './run-command.mjs';

/** The oldest Python for Patroni. */
export const OLDEST_PYTHON = [3, 9];

/** What the drill of a highly available installation needs and this machine lacks. */
export function missingHa() {
  return [...missingPackages(CLUSTER), ...missingPython(OLDEST_PYTHON)];
}

/** Runs the short form of the drill. */
export function runHa(options) {
  return runDrill('ha', ['scripts/drill-ha.mjs', '--short'], options);
}

/** What the drill of a restore needs and this machine lacks. */
export function missingRestore() {
  return missingPackages(RESTORE);
}

export function runRestore(options) {
  return runDrill('restore', ['scripts/drill-restore.mjs'], options);
}

/** Each fault that a drill finds is a failure. */
async function runDrill(name, script, { signal, args, command: { onOutput: show = showOutput } }) {
  const { code, output } = await captureCommand(process.execPath, [...script, ...args], { signal, show });
  const faults = [...output.matchAll(/^fault: (.*)$/gm)].map(([, fault]) => `${name}: ${fault}`.slice(0, 500));
  const failures = code === 0 ? [] : faults.length > 0 ? faults : [`${name}: the drill did not come to its end`];
  return { passed: code === 0 ? 1 : 0, failed: failures.length, skipped: 0, failures };
}

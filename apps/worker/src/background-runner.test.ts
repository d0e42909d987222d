import { Metrics, type BackgroundTask } from '@svc/core';
import { eventually } from '@svc/testing';
import { expect, it } from 'vitest';
import { BackgroundRunner } from './background-runner.js';

const HOUR_MS = 3_600_000;

function start(...tasks: BackgroundTask[]) {
  const lines: unknown[] = [];
  const metrics = new Metrics();
  const runner = new BackgroundRunner(tasks, { warn: (line: unknown) => void lines.push(line) }, metrics);
  runner.onApplicationBootstrap();
  const value = async (name: string): Promise<number | undefined> => {
    const families = await metrics.families();
    return families.find((family) => family.name === name)?.values[0]?.value;
  };
  return { runner, lines, value };
}

it('repeats a task at once while there is more to do, then pauses', async () => {
  let runs = 0;
  const { runner, value } = start({ name: 'a', everyMs: HOUR_MS, run: () => Promise.resolve((runs += 1) < 5) });
  await eventually(() => expect(runs).toBe(5));
  await runner.beforeApplicationShutdown();
  expect([runs, await value('svc_background_tasks_total'), await value('svc_background_tasks_failed_total')]).toEqual([
    5, 5, 0,
  ]);
  expect(await value('svc_background_task_seconds_total')).toBeGreaterThan(0);
});

it('counts and logs a failure, and runs the task again after its pause', async () => {
  let runs = 0;
  const error = new Error('no table');
  const run = (): Promise<boolean> => ((runs += 1) === 1 ? Promise.reject(error) : Promise.resolve(false));
  const { runner, lines, value } = start({ name: 'a', everyMs: 1, run });
  await eventually(() => expect(runs).toBeGreaterThan(1));
  await runner.beforeApplicationShutdown();
  expect(lines).toEqual([{ event: 'background_task_failed', task: 'a', err: error }]);
  expect(await value('svc_background_tasks_failed_total')).toBe(1);
});

it('runs the other tasks while one is slow, and waits for it on shutdown', async () => {
  const order: string[] = [];
  let finish = (): void => {};
  const slow = new Promise<void>((resolve) => (finish = resolve));
  let quick = 0;
  const { runner } = start(
    { name: 'slow', everyMs: 1, run: () => slow.then(() => order.push('slow') < 0) },
    {
      name: 'quick',
      everyMs: 1,
      run: () => Promise.resolve((quick += 1) < 0),
      drain: () => Promise.resolve(void order.push('drained')),
    },
  );
  await eventually(() => expect(quick).toBeGreaterThan(3));
  const stopped = runner.beforeApplicationShutdown().then(() => order.push('stopped'));
  finish();
  await stopped;
  expect(order).toEqual(['slow', 'drained', 'stopped']);
});

it('warns of no leak, however many tasks there are', async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', listen);
  const tasks = Array.from({ length: 20 }, (_, n) => ({
    name: `task ${n}`,
    everyMs: HOUR_MS,
    run: () => Promise.resolve(false),
  }));
  const { runner, value } = start(...tasks);
  await eventually(async () => expect(await value('svc_background_task_seconds_total')).toBeGreaterThan(0));
  await runner.beforeApplicationShutdown();
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

import type { FactoryProvider, Type } from '@nestjs/common';
import type { Config } from '../config/config.js';
import { CONFIG } from '../tokens.js';
import { Registry } from '../wiring/registry.js';

/** Work that each worker repeats. */
export interface BackgroundTask {
  /** The name in logs and metrics. */
  readonly name: string;
  /** The pause after a run that found no more to do. */
  readonly everyMs: number;
  /** Does one batch. Resolves to true if there may be more: the next run follows at once. */
  run(): Promise<boolean | void>;
  /** Finishes what runs have begun. Called at shutdown, after the last run. */
  drain?(): Promise<void>;
}

export class BackgroundTasks extends Registry<BackgroundTask> {}

interface TaskOptions<Instance> {
  readonly name: string;
  /** `SWEEP_INTERVAL` unless given. */
  readonly everyMs?: number;
  readonly run: (instance: Instance) => Promise<boolean | void>;
  readonly drain?: (instance: Instance) => Promise<void>;
}

/** Registers a task that calls a provider. */
export function backgroundTask<Instance>(
  type: Type<Instance>,
  { name, everyMs, run, drain }: TaskOptions<Instance>,
): FactoryProvider {
  return {
    provide: Symbol(`background task: ${name}`),
    inject: [BackgroundTasks, CONFIG, type],
    useFactory: (tasks: BackgroundTasks, config: Pick<Config, 'SWEEP_INTERVAL'>, instance: Instance) => {
      tasks.add({
        name,
        everyMs: everyMs ?? config.SWEEP_INTERVAL,
        run: () => run(instance),
        drain: async () => drain?.(instance),
      });
    },
  };
}

/** How many rows a task takes in one batch. */
export const TASK_BATCH = 100;

/** Due rows without a queue job are taken from Postgres after this time. */
export const OVERDUE_MS = 2_000;

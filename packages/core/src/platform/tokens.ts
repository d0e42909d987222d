export const CONFIG = Symbol('config');

/** Injects whether Postgres caches the plans of this process's statements. */
export const PLANNED_ONCE = Symbol('planned once');

export const LOGGER = Symbol('logger');

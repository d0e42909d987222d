/** Injects the configuration. */
export const CONFIG = Symbol('config');

/** Injects whether Postgres caches the plans of this process's statements. */
export const PLANNED_ONCE = Symbol('planned once');

/** Injects the logger. */
export const LOGGER = Symbol('logger');

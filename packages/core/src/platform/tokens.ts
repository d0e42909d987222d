export const CONFIG = Symbol('config');

/** Injects whether Postgres plans each prepared statement only once. */
export const PLANNED_ONCE = Symbol('planned once');

export const LOGGER = Symbol('logger');

/** The configuration, for injection. */
export const CONFIG = Symbol('config');

/** Whether Postgres plans each statement of this process once, for injection. */
export const PLANNED_ONCE = Symbol('planned once');

/** The logger, for injection. */
export const LOGGER = Symbol('logger');

/** The configuration, for injection. */
export const CONFIG = Symbol('config');

/** The logger, for injection. */
export const LOGGER = Symbol('logger');

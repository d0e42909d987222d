export const CONFIG = Symbol('config');

export const LOGGER = Symbol('logger');

// Accessors for parts of the contract, used by the tables of changes.

export const payments = '/v1/payments';
export const payment = '/v1/payments/{paymentId}';

export const schema = (/** @type {any} */ document, /** @type {string} */ name) => document.components.schemas[name];
export const field = (/** @type {any} */ document, /** @type {string} */ name, /** @type {string} */ key) =>
  schema(document, name).properties[key];
export const answer = (/** @type {any} */ document) => document.paths[payments].post.responses['201'];
export const without = (/** @type {string[]} */ list, /** @type {string} */ item) =>
  list.filter((each) => each !== item);

/** @typedef {(document: any) => void} Change */

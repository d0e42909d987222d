import openapiTS, { astToString } from 'openapi-typescript';
import { HEADER } from './output.mjs';

/** @param {any} document */
export async function typesFile(document) {
  // It works on the document that it is given, hence a copy.
  return HEADER + astToString(await openapiTS(structuredClone(document)));
}

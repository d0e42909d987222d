import openapiTS, { astToString } from 'openapi-typescript';
import { HEADER } from './output.mjs';

export async function typesFile(document) {
  // openapiTS modifies the document.
  return HEADER + astToString(await openapiTS(structuredClone(document)));
}

import type { IncomingMessage } from 'node:http';
import { readBytes } from './json-body.js';

/** The pages have buttons, and no fields to fill in. */
const MAX_FORM_BYTES = 1_024;

/** The fields of a form; throws 413 when it is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  return new URLSearchParams(bytes.toString('latin1'));
}

import { ApiError, type Problem } from '@svc/sdk';
import type { Mode } from './client';
import { consoleFetch } from './console-fetch';
import { sessionEnded } from './session-end';

/** The answer to a GET below /v1 as text, byte for byte. */
export async function readText(mode: Mode, path: string, signal: AbortSignal): Promise<string> {
  const response = await consoleFetch(`/console/api/${mode}/v1${path}`, { signal });
  const text = await response.text();
  if (response.ok) return text;
  if (response.status === 401) sessionEnded();
  throw new ApiError(response, problemOf(text));
}

function problemOf(text: string): Problem | undefined {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return undefined;
  }
}

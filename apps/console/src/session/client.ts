import { Svc } from '@svc/sdk';
import { consoleFetch } from './console-fetch';
import { sessionEnded } from './session-end';
import { shownHere } from './shown-session';
import { UnknownOutcomes } from './unknown-outcomes';

export type Mode = 'test' | 'live';

/** The SDK wants a key. The service ignores it here, and uses the session of the cookie. */
const NO_KEY = 'console';

const clients = new Map<Mode, Svc>();

let outcomes: UnknownOutcomes | undefined;

/** Whether a request was not carried out, since an earlier one with the same content had been, with an unknown outcome. */
export function wasDoneEarlier(idempotencyKey: string): boolean {
  return outcomes?.wasDoneEarlier(idempotencyKey) ?? false;
}

/** The client library for the operations of a mode, with the session instead of a key. */
export function clientOf(mode: Mode): Svc {
  const existing = clients.get(mode);
  if (existing !== undefined) return existing;
  const client = new Svc(NO_KEY, {
    baseUrl: `${window.location.origin}/console/api/${mode}`,
    fetch: async (url, init) => {
      const response = await sendOnce(String(url), init);
      if (response.status === 401) sessionEnded();
      return response;
    },
  });
  clients.set(mode, client);
  return client;
}

/** Sends a request. If its outcome is unknown from an earlier attempt, it has the idempotency key of that one. */
async function sendOnce(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const given = headers.get('Idempotency-Key');
  const { method = 'GET', body = '' } = init;
  if (given === null || typeof body !== 'string') return consoleFetch(url, init);
  outcomes ??= new UnknownOutcomes(window.sessionStorage);
  const request = [shownHere(), method, url, body].join('\n');
  return outcomes.send(request, given, (key) => {
    headers.set('Idempotency-Key', key);
    return consoleFetch(url, { ...init, headers });
  });
}

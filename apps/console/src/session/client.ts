import { Svc } from '@svc/sdk';
import { consoleFetch } from './console-fetch';
import { sessionEnded } from './session-end';

export type Mode = 'test' | 'live';

/** The SDK wants a key. The service ignores it here, and uses the session of the cookie. */
const NO_KEY = 'console';

const clients = new Map<Mode, Svc>();

/** The client library for the operations of a mode, with the session instead of a key. */
export function clientOf(mode: Mode): Svc {
  const existing = clients.get(mode);
  if (existing !== undefined) return existing;
  const client = new Svc(NO_KEY, {
    baseUrl: `${window.location.origin}/console/api/${mode}`,
    fetch: async (url, init) => {
      const response = await consoleFetch(url, init);
      if (response.status === 401) sessionEnded();
      return response;
    },
  });
  clients.set(mode, client);
  return client;
}

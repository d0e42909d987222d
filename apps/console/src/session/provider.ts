import type { ConsoleSchemas } from '@svc/contract';
import { ownPath } from '../lib/own-path';
import { consoleApi } from './console-api';

type Purpose = ConsoleSchemas['StartProviderSignIn']['purpose'];

/** Where the identity provider leads back to. */
const CALLBACK = '/console/oidc/callback';
/** How a window at the provider tells the page that opened it. Only pages of this origin hear it. */
const CHANNEL = 'svc-console-provider';

/** A longer one does not fit into the cookie. */
const MAX_PATH_BYTES = 1_000;

let response: string | undefined;

/** Takes what the identity provider has appended to the address out of it. */
export function takeProviderResponse(): void {
  const { pathname, search } = window.location;
  if (pathname !== CALLBACK || search.length < 2) return;
  response = search.slice(1);
  window.history.replaceState(null, '', pathname);
}

/** What the identity provider has answered, if it has just led here. It is used once. */
export function providerResponse(): string | undefined {
  return response;
}

/** Leaves this page for the identity provider. The person comes back to a page of the console, the first one if the path is long. */
export async function leaveForProvider(to: string): Promise<void> {
  const isShort = new TextEncoder().encode(to).length <= MAX_PATH_BYTES;
  const { url } = await consoleApi.startProvider({ purpose: 'sign_in', to: isShort ? to : ownPath(undefined) });
  window.location.assign(url);
}

/** Opens the identity provider in a window of its own, so that this page keeps what was typed. Call it when a button is pressed. */
export async function openProvider(purpose: Purpose): Promise<void> {
  const opened = window.open('about:blank', '_blank', 'popup,width=520,height=720');
  if (opened === null) throw new Error('The browser has blocked the window. Allow pop-up windows for this page.');
  try {
    opened.location.assign((await consoleApi.startProvider({ purpose, to: null })).url);
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

/** Tells the other pages that the person has come back. */
export function tellProviderDone(purpose: Purpose): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(purpose);
  channel.close();
}

/** Calls `listener` when the person has come back in another window. Returns what stops that. */
export function onProviderDone(purpose: Purpose, listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === purpose) listener();
  };
  return () => channel.close();
}

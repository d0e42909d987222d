import type { IncomingMessage } from 'node:http';
import { type Config, PENDING_MS } from '@svc/core';
import type { Response } from 'express';

/** The value of the cookie of a session: its token. */
const TOKEN = /^[0-9A-Za-z_-]{20,64}$/;
/** The value of the cookie of a sign-in at the identity provider: what must be known afterwards, signed. */
const PENDING = /^[0-9A-Za-z_-]{1,3600}\.[0-9A-Za-z_-]{43}$/;

type Settings = Pick<Config, 'PUBLIC_URL'>;
type Request = Pick<IncomingMessage, 'headers'>;

interface Kind {
  readonly name: string;
  readonly value: RegExp;
}

const SESSION: Kind = { name: 'svc_console', value: TOKEN };
const PROVIDER: Kind = { name: 'svc_oidc', value: PENDING };

/** The token in the request's cookie. */
export function sessionToken(request: Request, config: Settings): string | undefined {
  return read(request, config, SESSION);
}

export function setSessionCookie(response: Response, config: Settings, token: string): void {
  set(response, config, SESSION, token);
}

export function clearSessionCookie(response: Response, config: Settings): void {
  set(response, config, SESSION, '', 0);
}

/** What the browser keeps while the person is at the identity provider. */
export function providerCookie(request: Request, config: Settings): string | undefined {
  return read(request, config, PROVIDER);
}

export function setProviderCookie(response: Response, config: Settings, value: string): void {
  set(response, config, PROVIDER, value, PENDING_MS / 1_000);
}

export function clearProviderCookie(response: Response, config: Settings): void {
  set(response, config, PROVIDER, '', 0);
}

function read(request: Request, config: Settings, { name, value }: Kind): string | undefined {
  const named = `${nameOf(request, config, name)}=`;
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(named))
    .map((pair) => pair.slice(named.length));
  // Another site of this host could have set a second one.
  return values.length === 1 && value.test(values[0] ?? '') ? values[0] : undefined;
}

function set(response: Response, config: Settings, { name }: Kind, value: string, maxAge?: number): void {
  const place = isSecure(config) ? 'Path=/; HttpOnly; Secure' : 'Path=/console; HttpOnly';
  const age = maxAge === undefined ? '' : `Max-Age=${maxAge}; `;
  response.append('Set-Cookie', `${nameOf(response.req, config, name)}=${value}; ${age}${place}; SameSite=Strict`);
}

/**
 * On https its name lets the browser accept a cookie only from this host, over https and for all paths. Without https,
 * which the console allows on this machine only, the port keeps installations apart.
 */
function nameOf({ headers }: Request, config: Settings, name: string): string {
  if (isSecure(config)) return `__Host-${name}`;
  const port = /:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80';
  return `${name}_${port}`;
}

function isSecure({ PUBLIC_URL }: Settings): boolean {
  return PUBLIC_URL?.startsWith('https:') === true;
}

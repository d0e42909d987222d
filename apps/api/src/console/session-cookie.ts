import type { IncomingMessage } from 'node:http';
import type { Config } from '@svc/core';
import type { Response } from 'express';

/** The value of the cookie: the token of a session. */
const TOKEN = /^[0-9A-Za-z_-]{20,64}$/;

/**
 * The cookie of a session. On https its name lets the browser accept it only from this host, over https and for all
 * paths. Without https, which the console allows on this machine only, the port keeps installations apart.
 */
interface SessionCookie {
  readonly name: string;
  readonly attributes: string;
}

type Settings = Pick<Config, 'PUBLIC_URL'>;

/** The token in the request's cookie. */
export function sessionToken(request: Pick<IncomingMessage, 'headers'>, config: Settings): string | undefined {
  const { name } = cookieOf(request, config);
  const values = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  // Another site of this host could have set a second one.
  return values.length === 1 && TOKEN.test(values[0] ?? '') ? values[0] : undefined;
}

export function setSessionCookie(response: Response, config: Settings, token: string): void {
  const { name, attributes } = cookieOf(response.req, config);
  response.setHeader('Set-Cookie', `${name}=${token}; ${attributes}`);
}

export function clearSessionCookie(response: Response, config: Settings): void {
  const { name, attributes } = cookieOf(response.req, config);
  response.setHeader('Set-Cookie', `${name}=; Max-Age=0; ${attributes}`);
}

function cookieOf({ headers }: Pick<IncomingMessage, 'headers'>, { PUBLIC_URL }: Settings): SessionCookie {
  if (PUBLIC_URL?.startsWith('https:') === true) {
    return { name: '__Host-svc_console', attributes: 'Path=/; HttpOnly; Secure; SameSite=Strict' };
  }
  const port = /:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80';
  return { name: `svc_console_${port}`, attributes: 'Path=/console; HttpOnly; SameSite=Strict' };
}

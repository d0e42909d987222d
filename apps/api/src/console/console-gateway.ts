import { type Config, DomainError, isLoopback } from '@svc/core';
import type { RequestHandler } from 'express';
import type { ApiRequest } from '../http/api-request.js';
import { sessionToken } from './session-cookie.js';

/** Everything that the pages of the console request. */
const API = '/console/api/';
/** Set by pages on requests that they send by themselves, such as polls. They do not keep a session from being idle. */
const BACKGROUND = 'svc-console-background';
/** Set by pages: the account and the person that they show. */
const FOR = 'svc-console-for';
const PROXIED = /^\/console\/api\/(test|live)(\/v1\/.*)$/s;

export const HTTPS_NEEDED = 'The console needs https. Set PUBLIC_URL to the https address of the service.';

/** Whether passwords would travel over the network without encryption. */
export function sendsInClear({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  if (PUBLIC_URL === undefined) return false;
  const { protocol, hostname } = new URL(PUBLIC_URL);
  return protocol !== 'https:' && !isLoopback(hostname);
}

/**
 * Guards what pages of the console request, and leads `/console/api/{mode}/v1/…` to the operations of `/v1`, with the
 * session of the cookie in place of an API key. Other requests pass unchanged: `/v1` never reads a cookie.
 */
export function consoleGateway(config: Pick<Config, 'CONSOLE' | 'PUBLIC_URL'>): RequestHandler {
  return (incoming, _response, next) => {
    const request = incoming as ApiRequest;
    if (!request.path.startsWith(API)) return next();
    if (!config.CONSOLE) return next(new DomainError('not_found', 'This address does not exist.'));
    if (sendsInClear(config)) return next(new DomainError('not_found', HTTPS_NEEDED));
    if (!isSentByConsole(request, config)) {
      const detail = 'Only pages of the console itself may send this request.';
      return next(new DomainError('cross_site_refused', detail));
    }
    delete request.headers.authorization;
    const given = {
      token: sessionToken(request, config),
      isBackground: request.headers[BACKGROUND] !== undefined,
      shown: request.headers[FOR]?.toString(),
    };
    const [, mode, url] = PROXIED.exec(request.url) ?? [];
    if ((mode === 'test' || mode === 'live') && url !== undefined) {
      request.url = url;
      request.console = { ...given, mode };
    } else {
      request.console = given;
    }
    next();
  };
}

/**
 * Whether a page of the console sent the request, under a host name of the service. Browsers set Sec-Fetch-Site, and
 * pages cannot change it. Old ones send Origin instead.
 */
function isSentByConsole({ headers }: Pick<ApiRequest, 'headers'>, config: Pick<Config, 'PUBLIC_URL'>): boolean {
  if (!isOwnHost(headers.host, config)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const protocol = config.PUBLIC_URL?.startsWith('https:') === true ? 'https' : 'http';
  return headers.origin === `${protocol}://${headers.host}`;
}

/** Refuses names that an attacker's name server leads here: the host of PUBLIC_URL, or this machine by its own names. */
export function isOwnHost(host: string | undefined, { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): boolean {
  if (host === undefined) return false;
  const expected = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL);
  if (host.toLowerCase() === expected?.host) return true;
  const names = [expected?.hostname, hostnameOf(host)];
  return names.every((name) => name === undefined || isLoopback(name));
}

function hostnameOf(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

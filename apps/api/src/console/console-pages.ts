import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type Config, DomainError } from '@svc/core';
import type { Express, NextFunction, Request, RequestHandler, Response } from 'express';
import { answerStatic } from '../docs/static-answer.js';
import { HTTPS_NEEDED, isOwnHost, sendsInClear } from './console-gateway.js';

/** What `npm run build` makes of apps/console. */
const APP = new URL('../../../console/dist/app/', import.meta.url);
/** Outside the contract, like the operational paths: a page for all addresses, and its files. */
export const consolePaths = ['/console', '/console/', '/console/*path'] as const;
export const CONSOLE_FILE_PATH = '/console/assets/:file';

const ASSETS = '/console/assets/';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const FOREVER = 'public, max-age=31536000, immutable';
const NONCE = '__CSP_NONCE__';

/** Serves the console: one page for all of its addresses, and its files, whose names change with their content. */
export function mountConsole(app: Express, config: Pick<Config, 'CONSOLE' | 'PUBLIC_URL'>): void {
  if (!config.CONSOLE) return;
  const assets = assetHandlers();
  app.get(CONSOLE_FILE_PATH, (request, response, next) => {
    const answer = assets.get(String(request.params['file']));
    return answer === undefined ? next() : answer(request, response, next);
  });
  for (const path of consolePaths) app.get(path, answerPage(config));
}

function assetHandlers(): Map<string, RequestHandler> {
  let names: string[];
  try {
    names = readdirSync(new URL('assets/', APP));
  } catch {
    names = [];
  }
  const typed = names.flatMap((name) => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [{ name, type }];
  });
  return new Map(
    typed.map(({ name, type }) => {
      const read = (): Promise<Buffer> => readFile(new URL(`assets/${name}`, APP));
      return [name, answerStatic({ type, read, cacheControl: FOREVER })];
    }),
  );
}

function answerPage(config: Pick<Config, 'PUBLIC_URL'>): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction) => {
    if (request.path.startsWith('/console/api/') || request.path.startsWith(ASSETS)) return next();
    if (sendsInClear(config)) return next(new DomainError('not_found', HTTPS_NEEDED));
    if (!isOwnHost(request.headers.host, config)) return next();
    const page = await readFile(new URL('index.html', APP), 'utf8').catch(() => undefined);
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (page === undefined) {
      response.statusCode = 503;
      response.end(
        '<!doctype html><title>Svc Payments</title><p>The console is not built. Run <code>npm run build</code>.',
      );
      return;
    }
    const nonce = randomBytes(16).toString('base64url');
    response.setHeader('Content-Security-Policy', policyWith(nonce));
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.end(page.replaceAll(NONCE, nonce));
  };
}

/** Only our own files and requests; styles of libraries have the nonce of the page. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

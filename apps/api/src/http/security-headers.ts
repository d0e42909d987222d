import type { Config } from '@svc/core';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

const ONE_YEAR_S = 31_536_000;

/** Responses contain payments, customers and keys. */
export const NO_STORE = 'no-store';

/**
 * Headers of API responses: browsers may only hand them to the script that requested them, and caches must not store
 * them. Static responses set their own Cache-Control.
 */
export function apiHeaders(config: Pick<Config, 'PUBLIC_URL'>): RequestHandler {
  const browserHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity:
      config.PUBLIC_URL?.startsWith('https:') === true ? { maxAge: ONE_YEAR_S, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    // The following headers only concern HTML pages or old browsers.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request, response, next) => {
    response.setHeader('Cache-Control', NO_STORE);
    browserHeaders(request, response, next);
  };
}

/** CSP for our pages: only our own files. Swagger UI uses inline styles and icons in data: URLs. */
export const pageHeaders: RequestHandler = contentPolicy("'none'");

/** The same for pages with a form. */
export const formPageHeaders: RequestHandler = contentPolicy("'self'");

/** Allows the form of a page to lead to another site: browsers apply its policy to redirects too. */
export function allowFormTarget(response: Response, url: string): void {
  const policy = String(response.getHeader('Content-Security-Policy'));
  const { origin } = new URL(url);
  response.setHeader('Content-Security-Policy', policy.replace("form-action 'self'", `form-action 'self' ${origin}`));
}

function contentPolicy(formAction: "'none'" | "'self'"): RequestHandler {
  return helmet.contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: [formAction],
      frameAncestors: ["'none'"],
    },
  });
}

import type { Config } from '@svc/core';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

const ONE_YEAR_S = 31_536_000;

/** Answers hold payments, customers and keys. */
export const NO_STORE = 'no-store';

/**
 * What tells browsers to do nothing with an answer of the API but hand it to the script that asked, and caches to keep
 * none. Static answers set a Cache-Control of their own.
 */
export function apiHeaders(config: Pick<Config, 'PUBLIC_URL'>): RequestHandler {
  const browserHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity:
      config.PUBLIC_URL?.startsWith('https:') === true ? { maxAge: ONE_YEAR_S, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    // Of old browsers and of pages, and this is neither.
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

/** What pages of ours may load: our own files. Swagger UI styles its elements inline and holds its icons in data: URLs. */
export const pageHeaders: RequestHandler = contentPolicy("'none'");

/** The same for pages with a form of ours. */
export const formPageHeaders: RequestHandler = contentPolicy("'self'");

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

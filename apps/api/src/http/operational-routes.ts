import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  type CheckoutPages,
  type Config,
  type ProcessorCallbacks,
  type PaymentPages,
  type Readiness,
  type SandboxActions,
  isAskedHere,
  isLoopback,
} from '@svc/core';
import type { Express, RequestHandler, Response } from 'express';
import { Worker } from 'node:worker_threads';
import type { IncomingMessage } from 'node:http';
import { answerCheckoutAction, answerCheckoutPage } from '../checkout/checkout-answers.js';
import { answerErrorIndex, answerErrorPage } from '../docs/error-pages.js';
import { answerProcessorCallback } from '../processors/processor-callback.js';
import { type MetricSources, answerMetrics } from '../metrics/metrics-page.js';
import { referenceInitializer, referencePage } from '../docs/reference-page.js';
import type { RequestsInFlight } from './server/requests-in-flight.js';
import { answerReturn } from '../processors/return-page.js';
import { answerSandboxAction, answerSandboxPage } from '../processors/sandbox-page.js';
import { formPageHeaders, pageHeaders } from './security-headers.js';
import { answerStatic } from '../docs/static-answer.js';
import { swaggerInitializer, swaggerPage } from '../docs/swagger-page.js';

const CONTRACT = new URL('../../../../openapi/openapi.json', import.meta.url);

function contractAsJson(): Promise<Buffer> {
  return readFile(CONTRACT);
}

/** Converted in a worker thread, since it takes a second. */
function contractAsYaml(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../docs/contract-yaml.js', import.meta.url), { workerData: CONTRACT.href });
    worker.once('message', (yaml: string) => resolve(Buffer.from(yaml)));
    worker.once('error', reject);
  });
}

const require = createRequire(import.meta.url);
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));
const SWAGGER_FILES = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['favicon-32x32.png', 'image/png'],
]);
/** The package's script for browsers. */
const REFERENCE_FILE = join(dirname(require.resolve('@scalar/fastify-api-reference')), 'js', 'standalone.js');

/**
 * Paths outside the contract, with those below. They take GET and HEAD, and have no authentication and no rate limit.
 */
export const operationalPaths = [
  /** Liveness. */
  '/healthz',
  /** Readiness: the database responds, and the process is not shutting down. */
  '/readyz',
  /** Prometheus metrics, for requests with METRICS_TOKEN or from this machine. */
  '/metrics',
  /** Redirects to the documentation. */
  '/',
  '/openapi.json',
  '/openapi.yaml',
  /** Swagger UI. */
  '/docs',
  '/docs/init.js',
  '/docs/:file',
  /** The API reference with samples for each client library. */
  '/reference',
  '/reference/init.js',
  '/reference/standalone.js',
  /** Explanations of the problem codes. */
  '/errors',
  '/errors/:code',
  /** Pages that people ask for with a slash at the end. Redirects, since the pages link to relative addresses. */
  '/docs/',
  '/reference/',
  '/errors/',
  /** Where payment processors send customers back to. The token names the payment. */
  '/payments/return/:cell/:token',
] as const;

/**
 * Pages for the customers of sandbox payments, also outside the contract. They take GET and POST. The token is
 * unguessable and the only authentication.
 */
export const SANDBOX_ACTION_PATH = '/sandbox/:cell/actions/:token';

/** The payment pages of checkout sessions, in the same way. */
export const CHECKOUT_PAGE_PATH = '/pay/:cell/:token';

/** Webhooks of payment processors: a POST that the processor signs. */
export const PROCESSOR_CALLBACK_PATH = '/callbacks/:cell/:processor';

type OperationalPath = (typeof operationalPaths)[number];

/** What the operational routes depend on. */
interface Operations {
  readonly readiness: Readiness;
  readonly inFlight: RequestsInFlight;
  readonly metrics: MetricSources;
  readonly sandboxActions: SandboxActions;
  readonly checkoutPages: CheckoutPages;
  readonly paymentPages: PaymentPages;
  readonly processorCallbacks: ProcessorCallbacks;
}

/** Mounts the operational routes. */
export function mountOperationalRoutes(
  app: Express,
  config: Config,
  { readiness, inFlight, metrics, sandboxActions, checkoutPages, paymentPages, processorCallbacks }: Operations,
): void {
  const swaggerFiles = new Map(
    [...SWAGGER_FILES].map(([name, type]) => [
      name,
      answerStatic({ type, read: () => readFile(join(SWAGGER_UI, name)) }),
    ]),
  );

  const handlers: Record<OperationalPath, RequestHandler> = {
    '/healthz': (_request, response) => send(response, 'application/json', '{"status":"ok"}'),
    '/readyz': async (_request, response) => {
      const ready = !inFlight.draining && (await readiness.check());
      response.statusCode = ready ? 200 : 503;
      send(response, 'application/json', JSON.stringify({ status: ready ? 'ok' : 'unavailable' }));
    },
    '/metrics': answerMetrics(metrics, config),
    '/': (_request, response) => response.redirect('docs'),
    '/openapi.json': answerStatic({ type: 'application/json; charset=utf-8', read: contractAsJson }),
    '/openapi.yaml': answerStatic({ type: 'application/yaml; charset=utf-8', read: contractAsYaml }),
    '/docs': answerStatic({ type: 'text/html; charset=utf-8', read: () => Buffer.from(swaggerPage) }),
    '/docs/init.js': (request, response) => {
      send(response, 'text/javascript', swaggerInitializer(docsTestKey(request, config)));
    },
    '/docs/:file': (request, response, next) => {
      const answer = swaggerFiles.get(String(request.params['file']));
      return answer === undefined ? next() : answer(request, response, next);
    },
    '/reference': answerStatic({ type: 'text/html; charset=utf-8', read: () => Buffer.from(referencePage) }),
    '/reference/init.js': (request, response) => {
      send(response, 'text/javascript', referenceInitializer(docsTestKey(request, config)));
    },
    '/reference/standalone.js': answerStatic({
      type: 'text/javascript; charset=utf-8',
      read: () => readFile(REFERENCE_FILE),
    }),
    '/errors': (request, response) => answerErrorIndex(request, response, config),
    '/errors/:code': (request, response, next) => {
      if (!answerErrorPage(String(request.params['code']), request, response, config)) next();
    },
    '/docs/': (_request, response) => response.redirect('../docs'),
    '/reference/': (_request, response) => response.redirect('../reference'),
    '/errors/': (_request, response) => response.redirect('../errors'),
    '/payments/return/:cell/:token': answerReturn(paymentPages),
  };
  for (const path of operationalPaths) app.get(path, pageHeaders, handlers[path]);
  app.get(SANDBOX_ACTION_PATH, formPageHeaders, answerSandboxPage(sandboxActions, config));
  app.post(SANDBOX_ACTION_PATH, formPageHeaders, answerSandboxAction(sandboxActions, config));
  app.get(CHECKOUT_PAGE_PATH, answerCheckoutPage(checkoutPages));
  app.post(CHECKOUT_PAGE_PATH, answerCheckoutAction(checkoutPages));
  app.post(PROCESSOR_CALLBACK_PATH, answerProcessorCallback(processorCallbacks, config));
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

type Settings = Pick<Config, 'DOCS_TEST_KEY' | 'HOST' | 'TRUST_PROXY' | 'TRUSTED_PROXIES'>;

/** The test key for the documentation: only if the API and the client are both on loopback. */
function docsTestKey(request: IncomingMessage, config: Settings): string | undefined {
  return isLoopback(config.HOST) && isAskedHere(request, config) ? config.DOCS_TEST_KEY : undefined;
}

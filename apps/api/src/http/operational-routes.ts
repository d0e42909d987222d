import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Config, Database } from '@svc/core';
import express, { type Express, type Response } from 'express';
import { stringify } from 'yaml';
import { swaggerInitializer, swaggerPage } from './swagger-page.js';

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CONTRACT = new URL('../../../../openapi/openapi.json', import.meta.url);

/**
 * The addresses that are no part of the contract, all of them:
 * /healthz (the process lives), /readyz (it can work), /docs (Swagger UI), /openapi.json and /openapi.yaml.
 */
export function mountOperationalRoutes(app: Express, config: Config, database: Database): void {
  const contract = readFileSync(CONTRACT, 'utf8');
  let yaml: string | undefined;

  app.get('/healthz', (_request, response) => send(response, 'application/json', '{"status":"ok"}'));
  app.get('/readyz', async (_request, response) => {
    const ready = await database.ping().then(
      () => true,
      () => false,
    );
    response.statusCode = ready ? 200 : 503;
    send(response, 'application/json', JSON.stringify({ status: ready ? 'ok' : 'unavailable' }));
  });
  app.get('/openapi.json', (_request, response) => send(response, 'application/json', contract));
  app.get('/openapi.yaml', (_request, response) => {
    yaml ??= stringify(JSON.parse(contract), { aliasDuplicateObjects: false });
    send(response, 'application/yaml', yaml);
  });
  app.get('/docs', (_request, response) => send(response, 'text/html', swaggerPage));
  app.get('/docs/init.js', (_request, response) =>
    send(response, 'text/javascript', swaggerInitializer(config.DOCS_TEST_KEY)),
  );
  app.use('/docs', express.static(SWAGGER_UI, { index: false }));
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.end(text);
}

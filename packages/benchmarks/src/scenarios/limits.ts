import { measureHmac } from '../floor/hmac.js';
import { measureHttp, measureUndiciPool } from '../floor/http.js';
import { measureLimiter } from '../floor/limiter.js';
import { startLoadGenerator } from '../load/load-generator.js';
import type { Options } from '../options.js';
import { createPayments, ONE_STATEMENT, TRANSACTION } from '../pgbench/create-payment.js';
import { findPgbench, pgbenchMissing } from '../pgbench/find-pgbench.js';
import { runPgbench } from '../pgbench/pgbench.js';
import { startBackends } from '../processes/backends.js';
import type { Cleanup } from '../processes/cleanup.js';
import { ratio, type Outcome } from '../result.js';
import type { Server } from '../server.js';

/** Measures the maximum of Postgres, HTTP, Redis and the CPU, each alone. */
export async function runLimits(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections } = options;
  const backends = await startBackends(cleanup);
  await server.migrate(backends.databaseUrl);
  const postgres = await measurePostgres(backends.databaseUrl, seconds);
  console.error('redis: limiter');
  const limiter = await measureLimiter(backends.redisUrl, Math.min(seconds, 2));
  const generator = await startLoadGenerator(cleanup);
  console.error('http: node:http, Express, undici');
  const bare = await measureHttp('bare', generator, { connections, seconds }, cleanup);
  const express = await measureHttp('express', generator, { connections, seconds }, cleanup);
  const undiciPool = await measureUndiciPool(seconds, cleanup);
  const hmacMicroseconds = measureHmac(1);

  const http = { bareNodeHttp: bare, expressTuned: express, undiciPoolPerSecond: undiciPool };
  const errors = bare.errors + express.errors;
  return {
    figures: { postgres, http, redisLimiter: limiter, hmacSha256Of500BytesMicroseconds: hmacMicroseconds },
    ratios: [
      ratio(
        'tuned Express over bare node:http',
        { what: 'Express', perSecond: express.perSecond },
        { what: 'node:http', perSecond: bare.perSecond },
      ),
    ],
    failures: errors === 0 ? [] : [`${errors} HTTP requests were not answered with 200`],
    skipped: postgres === null ? [pgbenchMissing] : [],
  };
}

async function measurePostgres(databaseUrl: string, seconds: number) {
  const pgbench = await findPgbench();
  if (pgbench === undefined) {
    console.error(pgbenchMissing);
    return null;
  }
  const measure = async (what: string, script: string, clients: number): Promise<number> => {
    console.error(`pgbench: ${what}, ${clients} clients`);
    return runPgbench(pgbench, databaseUrl, createPayments(script, clients, seconds));
  };
  return {
    createAsOneStatementPerSecond: {
      clients8: await measure('create as one statement', ONE_STATEMENT, 8),
      clients32: await measure('create as one statement', ONE_STATEMENT, 32),
      clients64: await measure('create as one statement', ONE_STATEMENT, 64),
    },
    createAsTransactionPerSecond: { clients64: await measure('create as a transaction', TRANSACTION, 64) },
  };
}

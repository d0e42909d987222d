import { z } from 'zod';
import {
  callbackKeys,
  certificates,
  count,
  duration,
  durations,
  flag,
  key32,
  list,
  masterKeys,
  nameServers,
  networks,
  proxyAddress,
} from './config-fields.js';

const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

interface AcquirerSettings {
  readonly PROCESSOR_LIVE: 'manual' | 'http';
  readonly PROCESSOR_URL?: string | undefined;
  readonly PROCESSOR_API_KEY?: string | undefined;
  readonly PROCESSOR_CALLBACK_SECRET: readonly Buffer[];
  readonly PROCESSOR_TIMEOUT: number;
  readonly PAYMENT_LEASE: number;
}

/** Whether money may be moved at this address: nobody on the way can read or answer for it. */
function isAcquirerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && OWN_MACHINE.has(hostname));
  return isPrivate && username + password + search + hash === '';
}

/** What keeps the acquirer from being used, by variable; nothing where none is set. */
function acquirerMistakes(config: AcquirerSettings): [name: string, message: string][] {
  if (config.PROCESSOR_LIVE === 'manual' && config.PROCESSOR_URL === undefined) return [];
  const needed: [string, boolean][] = [
    ['PROCESSOR_URL', config.PROCESSOR_URL !== undefined],
    ['PROCESSOR_API_KEY', config.PROCESSOR_API_KEY !== undefined],
    ['PROCESSOR_CALLBACK_SECRET', config.PROCESSOR_CALLBACK_SECRET.length > 0],
  ];
  const mistakes = needed
    .filter(([, isSet]) => !isSet)
    .map(([name]): [string, string] => [name, 'is required with PROCESSOR_LIVE=http, and beside PROCESSOR_URL']);
  // It is asked and may then be sent to, both within the lease.
  if (config.PAYMENT_LEASE < 2 * config.PROCESSOR_TIMEOUT + 5_000) {
    mistakes.push(['PAYMENT_LEASE', 'must exceed twice PROCESSOR_TIMEOUT by at least 5s']);
  }
  return mistakes;
}

/** Every setting of the API and the worker: the one place that names, types, defaults and explains it. */
export const configSchema = z
  .object({
    HOST: z.string().default('127.0.0.1').describe('Address that the API and the worker listen on.'),
    PORT: count(0, 65_535).default(3000).describe('Port of the API; 0 takes any free one.'),
    API_PROCESSES: count(1, 128)
      .default(1)
      .describe("API processes on this port; without Redis each admits its share of an account's limit."),
    TRUST_PROXY: count(0, 10)
      .default(0)
      .describe(
        'Proxies in front of the API whose X-Forwarded-For is believed; 0 takes the address of the connection.',
      ),
    TRUSTED_PROXIES: networks
      .prefault('')
      .describe(
        'Networks of proxies whose X-Forwarded-For is believed, comma-separated; in place of TRUST_PROXY where the API ' +
          'can also be reached past them.',
      ),
    FAILED_AUTH_LIMIT: count(1, 1_000_000)
      .default(60)
      .describe('Requests without a valid key that one address may make in a minute, in each process.'),
    PUBLIC_URL: z.url().optional().describe('Address under which clients reach the API; it appears in error types.'),
    WORKER_PORT: count(0, 65_535)
      .optional()
      .describe('Port of the worker for health checks and metrics; none when unset.'),
    WORKER_PROCESSES: count(1, 128)
      .default(1)
      .describe('Workers that `npm start` runs; each after the first has the next WORKER_PORT.'),
    RUN_AS_USER: z.string().default('nobody').describe('User that API and worker, started as root, become; or `root`.'),
    DATABASE_URL: z.string().min(1).describe('Postgres 15 or later. Holds everything that matters.'),
    CELL: count(0, 1023)
      .default(0)
      .describe(
        'Number of this installation among those that share customers; fixed by the first migration of its database.',
      ),
    DATABASE_POOL: count(2, 200).default(16).describe('Postgres connections of one process.'),
    PG_PREPARED: flag.default(true).describe('Named prepared statements; off behind a transaction pooler.'),
    REDIS_URL: z.string().min(1).describe('Redis 7 or Valkey, with maxmemory-policy noeviction. Holds ids only.'),
    QUEUE_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .default('svc')
      .describe('Prefix of the queue keys in Redis.'),
    MASTER_KEY: masterKeys.describe(
      '32 bytes in base64; wraps the data keys that encrypt webhook secrets and payment tokens. While it changes up to ' +
        'three, comma-separated: the first one wraps, all of them open.',
    ),
    API_KEY_PEPPER: key32.describe('32 bytes in base64; keys the HMAC under which API keys are stored.'),
    WEBHOOK_RETRY_DELAYS: durations
      .prefault('30s,15m,450m')
      .describe(
        'Waits before each retry of a delivery; their number is the number of retries. A Retry-After of 429 or 503 lengthens one, to a day at most.',
      ),
    WEBHOOK_TIMEOUT: duration.prefault('30s').describe('Time in which an endpoint must answer.'),
    WEBHOOK_DISABLE_AFTER: duration
      .prefault('5d')
      .describe('An endpoint of which every attempt has failed for so long is switched off.'),
    WEBHOOK_ALLOW_INSECURE: flag
      .default(false)
      .describe('Admits http and loopback endpoints. For development only; `npm start` with its own Postgres sets it.'),
    WEBHOOK_ALLOWED_CIDRS: list.prefault('').describe('Private networks that endpoints may lie in, comma-separated.'),
    WEBHOOK_EXTRA_CA: certificates
      .optional()
      .describe("PEM file of certificate authorities that endpoints may use in addition to Node's own list."),
    WEBHOOK_PROXY_URL: proxyAddress
      .optional()
      .describe(
        'Proxy that deliveries go out through, http(s)://user:password@host:port; names are still resolved, and addresses ' +
          'judged, here.',
      ),
    WEBHOOK_DNS: z
      .enum(['dns', 'system'])
      .default('dns')
      .describe(
        'How the names of endpoints and of PROCESSOR_URL are resolved: by DNS and /etc/hosts, or by the system (sssd, mDNS) in ' +
          'a process of its own.',
      ),
    WEBHOOK_DNS_SERVERS: nameServers
      .prefault('')
      .describe(
        'Name servers that endpoint names are resolved by, as address or address:port, comma-separated; those of ' +
          '/etc/resolv.conf when unset. Not with WEBHOOK_DNS=system.',
      ),
    DELIVERY_LEASE: duration
      .prefault('45s')
      .describe('How long a worker owns a delivery it has claimed; at least 10s longer than WEBHOOK_TIMEOUT.'),
    PAYMENT_LEASE: duration
      .prefault('45s')
      .describe(
        'How long a worker owns a payment or refund that it carries out, or the statement of an acquirer that it reads; what it ' +
          'leaves behind is taken up afterwards.',
      ),
    PROCESSOR_LIVE: z
      .enum(['manual', 'http'])
      .default('manual')
      .describe('Who carries out new live payments: the person who approves them, or the acquirer at PROCESSOR_URL.'),
    PROCESSOR_URL: z
      .url()
      .refine(isAcquirerAddress, 'expected https, or http on this machine, without credentials, query or fragment')
      .optional()
      .describe('Acquirer that implements openapi/acquirer.yaml; its payments need it until they are settled.'),
    PROCESSOR_API_KEY: z
      .string()
      .regex(/^[!-~]{8,4096}$/, 'expected 8 to 4096 visible characters')
      .optional()
      .describe('Key that the acquirer expects, as a bearer token.'),
    PROCESSOR_CALLBACK_SECRET: callbackKeys
      .prefault('')
      .describe(
        "`whsec_` and at least 24 bytes in base64, with which the acquirer's callbacks are signed; two, comma-separated, " +
          'while it changes.',
      ),
    PROCESSOR_EXTRA_CA: certificates
      .optional()
      .describe("PEM file of certificate authorities that the acquirer may use in addition to Node's own list."),
    PROCESSOR_TIMEOUT: duration
      .prefault('15s')
      .describe('Time in which the acquirer must answer; then the outcome is unknown, and asked for.'),
    PROCESSOR_PENDING_LIMIT: duration
      .prefault('168h')
      .describe(
        'How long an operation of a payment may be pending with its processor before a person has to look after it; more than ' +
          'the slowest way of paying takes.',
      ),
    PROCESSOR_BOOK_WAIT: duration
      .prefault('1h')
      .describe("How long a reconciliation asks for the acquirer's statement in vain before it fails."),
    EVENT_RETENTION_DAYS: count(30, 3_650)
      .default(365)
      .describe(
        'For how many days events and deliveries are kept and shown, where an account has not set retentionDays; then ' +
          'they are deleted, the longest retention of any account counting.',
      ),
    DELIVERY_CONCURRENCY: count(1, 5_000).default(1_000).describe('Deliveries in flight in one worker.'),
    EVENT_STREAM_HEARTBEAT: duration
      .refine((milliseconds) => milliseconds >= 100, 'expected at least 100ms')
      .prefault('15s')
      .describe(
        'How often a stream in which nothing happens shows that it lives; a client that takes nothing for twice as long is ' +
          'dropped. Less than proxies wait.',
      ),
    EVENT_STREAM_DURATION: duration
      .prefault('1h')
      .describe('How long a stream of events may be open; clients come back and go on.'),
    EVENT_STREAMS_PER_ACCOUNT: count(1, 1_000)
      .default(10)
      .describe('Streams of events that an account may have open at once in each API process.'),
    SWEEP_INTERVAL: duration
      .prefault('1s')
      .describe('How often a worker looks in Postgres for work that no queue has brought.'),
    ERASURE_WAIT: duration
      .prefault('20s')
      .describe('How long the deletion of a customer waits for the erasure of all their data before it answers 409.'),
    METRICS_TOKEN: z
      .string()
      .regex(/^[!-~]{16,4096}$/, 'expected 16 to 4096 visible characters')
      .optional()
      .describe('Bearer token that /metrics asks for. Without one it answers this machine alone.'),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url()
      .optional()
      .describe('Collector that receives traces, by OTLP over HTTP; without one nothing is recorded.'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
      .url()
      .optional()
      .describe('The same, as the whole address for traces, in place of the other.'),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .enum(['http/protobuf', 'http/json'])
      .default('http/protobuf')
      .describe('Protocol of the collector.'),
    OTEL_TRACES_EXPORTER: z
      .enum(['otlp', 'none'])
      .optional()
      .describe('`none` records nothing, `otlp` also without an endpoint: then at http://localhost:4318.'),
    OTEL_TRACES_SAMPLER: z
      .enum([
        'always_on',
        'always_off',
        'traceidratio',
        'parentbased_always_on',
        'parentbased_always_off',
        'parentbased_traceidratio',
      ])
      .default('parentbased_always_on')
      .describe('Which traces are recorded; of ratios OTEL_TRACES_SAMPLER_ARG, from 0 to 1.'),
    OTEL_SERVICE_NAME: z
      .string()
      .optional()
      .describe('Name in traces in place of `svc-payments-api` and `svc-payments-worker`.'),
    OTEL_SDK_DISABLED: flag.default(false).describe('Turns traces off, whatever else is set.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
      .default('info')
      .describe('Least level logged.'),
    DOCS_TEST_KEY: z
      .string()
      .optional()
      .describe('Test key that /docs and /reference fill in. `npm start` with its own Postgres sets it.'),
    CONTRACT_CHECK: flag
      .default(false)
      .describe('Checks every answer against the contract; a violation is a 500. For tests.'),
    SQL_CHECK: flag
      .default(false)
      .describe('Refuses statements on tenant tables without their environment. For tests.'),
  })
  .superRefine((config, context) => {
    const mistakes = acquirerMistakes(config);
    if (config.TRUST_PROXY > 0 && config.TRUSTED_PROXIES.length > 0) {
      mistakes.push(['TRUSTED_PROXIES', 'must not be set beside TRUST_PROXY']);
    }
    if (config.WEBHOOK_DNS === 'system' && config.WEBHOOK_DNS_SERVERS.length > 0) {
      mistakes.push([
        'WEBHOOK_DNS_SERVERS',
        'must not be set with WEBHOOK_DNS=system, which uses the servers of the system',
      ]);
    }
    if (config.DELIVERY_LEASE < config.WEBHOOK_TIMEOUT + 10_000) {
      mistakes.push(['DELIVERY_LEASE', 'must exceed WEBHOOK_TIMEOUT by at least 10s']);
    }
    for (const [path, message] of mistakes) context.addIssue({ code: 'custom', path: [path], message });
  });

export type Config = z.output<typeof configSchema>;

/** Reads the configuration from the environment. Throws naming every wrong variable, never its value. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = configSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${issue.code === 'invalid_type' && present[name] === undefined ? 'is required' : issue.message}`;
  });
  throw new Error(`Configuration is wrong:\n${problems.join('\n')}`);
}

import { z } from 'zod';
import {
  callbackKeys,
  certificates,
  count,
  duration,
  durations,
  flag,
  isProtectedUrl,
  masterKeys,
  peppers,
  nameServers,
  networks,
  positiveDuration,
  postgresUrl,
  proxyAddress,
  webBaseUrl,
  webUrl,
} from './config-fields.js';
import { identityProviderFields, identityProviderMistakes } from './identity-provider-fields.js';
import { redisFields } from './redis-fields.js';
import { readSecretFiles, secretFileFields } from './secret-files.js';

interface AcquirerSettings {
  readonly PROCESSOR_LIVE: 'manual' | 'http';
  readonly PROCESSOR_URL?: string | undefined;
  readonly PROCESSOR_API_KEY?: string | undefined;
  readonly PROCESSOR_CALLBACK_SECRET: readonly Buffer[];
  readonly PROCESSOR_TIMEOUT: number;
  readonly PAYMENT_LEASE: number;
}

interface ScheduleSettings {
  readonly WEBHOOK_RETRY_DELAYS: readonly number[];
  readonly WEBHOOK_EXTENDED_RETRY_DELAYS: readonly number[];
  readonly WEBHOOK_DISABLE_AFTER: number;
}

/** A worker that stops waits 35 s for its requests to endpoints: see shutdown.ts. */
const MAX_WEBHOOK_TIMEOUT_MS = 30_000;

/** Returns the errors of the acquirer's settings, by variable; none if no acquirer is configured. */
function acquirerMistakes(config: AcquirerSettings): [name: string, message: string][] {
  if (config.PROCESSOR_LIVE === 'manual' && config.PROCESSOR_URL === undefined) return [];
  const needed: [string, boolean][] = [
    ['PROCESSOR_URL', config.PROCESSOR_URL !== undefined],
    ['PROCESSOR_API_KEY', config.PROCESSOR_API_KEY !== undefined],
    ['PROCESSOR_CALLBACK_SECRET', config.PROCESSOR_CALLBACK_SECRET.length > 0],
  ];
  const mistakes = needed
    .filter(([, isSet]) => !isSet)
    .map(([name]): [string, string] => [name, 'is required with PROCESSOR_LIVE=http and with PROCESSOR_URL']);
  // An inquiry and a request both have to fit into the lease.
  if (config.PAYMENT_LEASE < 2 * config.PROCESSOR_TIMEOUT + 5_000) {
    mistakes.push(['PAYMENT_LEASE', 'must exceed twice PROCESSOR_TIMEOUT by at least 5s']);
  }
  return mistakes;
}

/** Returns an error for each schedule whose retries, with a jitter of up to 20 %, may outlast WEBHOOK_DISABLE_AFTER. */
function scheduleMistakes(config: ScheduleSettings): [name: string, message: string][] {
  return (['WEBHOOK_RETRY_DELAYS', 'WEBHOOK_EXTENDED_RETRY_DELAYS'] as const)
    .filter((name) => 5 * config.WEBHOOK_DISABLE_AFTER <= 6 * config[name].reduce((sum, delay) => sum + delay))
    .map((name) => ['WEBHOOK_DISABLE_AFTER', `must exceed 1.2 times the sum of ${name}`]);
}

/** The schema of all settings of the API and the worker: names, types, defaults, descriptions. */
export const configSchema = z
  .object({
    HOST: z.string().default('127.0.0.1').describe('Address that the API and the worker listen on.'),
    PORT: count(0, 65_535).default(3000).describe('Port of the API; 0 picks a free one.'),
    API_PROCESSES: count(1, 128)
      .default(1)
      .describe("API processes on this port. Without Redis, each enforces its share of an account's limit."),
    TRUST_PROXY: count(0, 10)
      .default(0)
      .describe(
        'Number of trusted proxies in front of the API that set X-Forwarded-For; 0 uses the address of the connection.',
      ),
    TRUSTED_PROXIES: networks
      .prefault('')
      .describe(
        'Networks of trusted proxies that set X-Forwarded-For, comma-separated. Use it instead of TRUST_PROXY if clients ' +
          'can also reach the API directly.',
      ),
    FAILED_AUTH_LIMIT: count(1, 1_000_000)
      .default(60)
      .describe('Requests without a valid key that an address may send per minute, in each process.'),
    PUBLIC_URL: webBaseUrl
      .optional()
      .describe('URL under which clients reach the API; part of error types and of links in events.'),
    CONSOLE: flag.default(true).describe('Serves the web console under /console.'),
    CONSOLE_SESSION_IDLE: positiveDuration
      .prefault('30m')
      .describe('A session of the console ends this long after its last request.'),
    CONSOLE_SESSION_MAX: positiveDuration
      .prefault('12h')
      .describe('A session of the console ends this long after sign-in.'),
    ...identityProviderFields,
    WORKER_PORT: count(0, 65_535)
      .optional()
      .describe('Port of the worker for health checks and metrics; if unset, it serves none.'),
    WORKER_PROCESSES: count(1, 128)
      .default(1)
      .describe('Workers that `npm start` runs. Each after the first uses the next port after WORKER_PORT.'),
    RUN_AS_USER: z
      .string()
      .default('nobody')
      .describe('User that the API and the worker switch to when started as root; `root` to stay root.'),
    DATABASE_URL: postgresUrl.describe('Postgres 15 to 18. Stores all durable data.'),
    CELL: count(0, 1023)
      .default(0)
      .describe(
        'Number of this installation among those that share customers. The first migration of the database fixes it.',
      ),
    MIGRATE_ON_BOOT: flag
      .default(true)
      .describe(
        'Migrates the database when a process starts. If off, `npm run migrate` does it, and a process that finds an ' +
          'older schema does not start.',
      ),
    DATABASE_POOL: count(2, 200).default(16).describe('Postgres connections per process, 2 to 200.'),
    PG_PREPARED: flag.default(true).describe('Uses named prepared statements; turn off behind a transaction pooler.'),
    ...redisFields,
    QUEUE_PREFIX: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .default('svc')
      .describe('Prefix of the queue keys in Redis.'),
    MASTER_KEY: masterKeys.describe(
      '32 bytes in base64; wraps the data keys that encrypt webhook secrets, payment tokens, processor credentials and the ' +
        'secrets of authenticator apps. During a rotation up to three, comma-separated: the first one wraps, all of them ' +
        'unwrap.',
    ),
    API_KEY_PEPPER: peppers.describe(
      '32 bytes in base64; keys the HMAC under which API keys are stored. During a change up to three, comma-separated: the ' +
        'first one hashes, all of them are accepted.',
    ),
    WEBHOOK_RETRY_DELAYS: durations
      .prefault('30s,15m,450m')
      .describe(
        'Delays before each retry of a delivery; their number is the number of retries. A Retry-After with 429 or 503 can extend a delay, to a day at most.',
      ),
    WEBHOOK_EXTENDED_RETRY_DELAYS: durations
      .prefault('30s,5m,30m,2h,4h,8h,12h')
      .describe('The same for endpoints with the retry schedule `extended`.'),
    WEBHOOK_TIMEOUT: positiveDuration.prefault('30s').describe('Timeout of a request to an endpoint, at most 30s.'),
    WEBHOOK_DISABLE_AFTER: duration
      .prefault('5d')
      .describe(
        'An endpoint whose attempts have all failed for this long is disabled. Must exceed 1.2 times the sum of the delays of ' +
          'each retry schedule.',
      ),
    WEBHOOK_ALLOW_INSECURE: flag
      .default(false)
      .describe('Allows http and loopback endpoints. For development only; `npm start` with its own Postgres sets it.'),
    WEBHOOK_ALLOWED_CIDRS: networks
      .prefault('')
      .describe('Private networks in which endpoints are allowed, comma-separated.'),
    WEBHOOK_EXTRA_CA: certificates
      .optional()
      .describe("PEM file with certificate authorities to trust for endpoints, in addition to Node's own list."),
    WEBHOOK_PROXY_URL: proxyAddress
      .optional()
      .describe(
        'Proxy for deliveries, http(s)://user:password@host:port. Names are still resolved, and addresses checked, by this ' +
          'service.',
      ),
    WEBHOOK_DNS: z
      .enum(['dns', 'system'])
      .default('dns')
      .describe(
        'How the host names of endpoints and of PROCESSOR_URL are resolved: with DNS and /etc/hosts, or by the system ' +
          '(sssd, mDNS) in a separate process.',
      ),
    WEBHOOK_DNS_SERVERS: nameServers
      .prefault('')
      .describe(
        'Name servers for the names of endpoints, as address or address:port, comma-separated; default are those of ' +
          '/etc/resolv.conf. Not with WEBHOOK_DNS=system.',
      ),
    DELIVERY_LEASE: duration
      .prefault('45s')
      .describe('Lease of a delivery that a worker has claimed; at least 10s longer than WEBHOOK_TIMEOUT.'),
    PAYMENT_LEASE: positiveDuration
      .prefault('45s')
      .describe(
        'Lease of a payment, refund or acquirer statement that a worker processes; when it expires, another worker takes ' +
          'over.',
      ),
    PROCESSOR_LIVE: z
      .enum(['manual', 'http'])
      .default('manual')
      .describe('Processor of new live payments: a person who approves them, or the acquirer at PROCESSOR_URL.'),
    PROCESSOR_URL: z
      .url()
      .refine(isProtectedUrl, 'expected https, or http on this machine, without credentials, query or fragment')
      .optional()
      .describe(
        'URL of an acquirer that implements openapi/acquirer.yaml. Keep it until all payments of the acquirer are settled.',
      ),
    PROCESSOR_API_KEY: z
      .string()
      .regex(/^[!-~]{8,4096}$/, 'expected 8 to 4096 visible characters')
      .optional()
      .describe('Bearer token for the acquirer.'),
    PROCESSOR_CALLBACK_SECRET: callbackKeys
      .prefault('')
      .describe(
        "Signing secret of the acquirer's callbacks: `whsec_` and at least 24 bytes in base64. During a rotation two, " +
          'comma-separated.',
      ),
    PROCESSOR_CONTRACT_VERSION: z
      .enum(['1.3', '1.4'])
      .default('1.3')
      .describe(
        'Version of openapi/acquirer.yaml that the acquirer implements. What 1.4 has added is only sent with 1.4.',
      ),
    PROCESSOR_EXTRA_CA: certificates
      .optional()
      .describe("PEM file with certificate authorities to trust for the acquirer, in addition to Node's own list."),
    PROCESSOR_ALLOWED_CIDRS: networks
      .prefault('')
      .describe('Private networks in which the gateways of connections are allowed, comma-separated.'),
    STRIPE_API_URL: z
      .string()
      .refine(isProtectedUrl, 'expected an https URL, or http on this machine')
      .optional()
      .describe("Base URL of Stripe's API, for tests; default is Stripe itself."),
    PROCESSOR_TIMEOUT: positiveDuration
      .prefault('15s')
      .describe('Timeout of a request to the acquirer. After it, the outcome is unknown and inquired.'),
    PROCESSOR_CONCURRENCY: count(1, 64)
      .default(32)
      .describe(
        'Maximum payments and refunds in progress per worker and connection, or at PROCESSOR_URL; 1 to 64. The rest wait, ' +
          'so a slow processor does not delay the others.',
      ),
    PROCESSOR_PENDING_LIMIT: positiveDuration
      .prefault('168h')
      .describe(
        'How long an operation of a payment may be pending with its processor before a person has to resolve it. Must ' +
          'exceed the slowest payment method.',
      ),
    PROCESSOR_BOOK_WAIT: duration
      .prefault('1h')
      .describe("How long a reconciliation waits for the acquirer's statement before it fails."),
    EVENT_RETENTION_DAYS: count(30, 3_650)
      .default(365)
      .describe(
        'Days for which events and deliveries are visible, 30 to 3650, unless the account sets retentionDays. They are ' +
          'deleted after the longest retention of all accounts.',
      ),
    DELIVERY_CONCURRENCY: count(1, 5_000).default(1_000).describe('Concurrent deliveries per worker.'),
    EVENT_STREAM_HEARTBEAT: duration
      .refine((milliseconds) => milliseconds >= 100, 'expected at least 100ms')
      .prefault('15s')
      .describe(
        'Heartbeat interval of an idle event stream; must be shorter than the idle timeout of proxies. A client that reads ' +
          'nothing for twice as long is disconnected.',
      ),
    EVENT_STREAM_DURATION: positiveDuration
      .prefault('1h')
      .describe('Maximum duration of an event stream; clients reconnect and continue.'),
    EVENT_STREAMS_PER_ACCOUNT: count(1, 1_000)
      .default(10)
      .describe('Concurrent event streams per account in each API process.'),
    SWEEP_INTERVAL: positiveDuration
      .prefault('1s')
      .describe('How often a worker polls Postgres for due work that did not arrive through a queue.'),
    ERASURE_WAIT: duration
      .prefault('20s')
      .describe('How long the deletion of a customer waits for the erasure of all their data before it returns 409.'),
    REQUEST_LOG: flag
      .default(true)
      .describe('Logs the requests of each account for seven days, for GET /v1/requests and the console.'),
    METRICS_TOKEN: z
      .string()
      .regex(/^[!-~]{16,4096}$/, 'expected 16 to 4096 visible characters')
      .optional()
      .describe(
        'Bearer token that /metrics requires, 16 to 4096 visible characters. Without one, only requests from this machine ' +
          'are allowed.',
      ),
    OTEL_EXPORTER_OTLP_ENDPOINT: webUrl
      .optional()
      .describe('Collector that receives traces, with OTLP over HTTP; without one, nothing is recorded.'),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl
      .optional()
      .describe('Complete URL for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT.'),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .enum(['http/protobuf', 'http/json'])
      .default('http/protobuf')
      .describe('Protocol of the collector.'),
    OTEL_TRACES_EXPORTER: z
      .enum(['otlp', 'none'])
      .optional()
      .describe(
        '`none` records nothing. `otlp` records even without an endpoint, and exports to http://localhost:4318.',
      ),
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
      .describe('Which traces are recorded. A ratio is OTEL_TRACES_SAMPLER_ARG, from 0 to 1.'),
    OTEL_SERVICE_NAME: z
      .string()
      .optional()
      .describe('Service name in traces, instead of `svc-payments-api` and `svc-payments-worker`.'),
    OTEL_SDK_DISABLED: flag.default(false).describe('Turns tracing off, regardless of other settings.'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
      .default('info')
      .describe('Lowest level that is logged.'),
    DOCS_TEST_KEY: z
      .string()
      .optional()
      .describe('Test key that /docs and /reference prefill. `npm start` with its own Postgres sets it.'),
    ...secretFileFields,
    CONTRACT_CHECK: flag
      .default(false)
      .describe('Validates every response against the contract; a violation returns 500. For tests.'),
    SQL_CHECK: flag.default(false).describe('Rejects statements on tenant tables without an environment. For tests.'),
  })
  .superRefine((config, context) => {
    const mistakes = [...acquirerMistakes(config), ...scheduleMistakes(config), ...identityProviderMistakes(config)];
    if (config.TRUST_PROXY > 0 && config.TRUSTED_PROXIES.length > 0) {
      mistakes.push(['TRUSTED_PROXIES', 'must not be set together with TRUST_PROXY']);
    }
    if (config.WEBHOOK_DNS === 'system' && config.WEBHOOK_DNS_SERVERS.length > 0) {
      mistakes.push([
        'WEBHOOK_DNS_SERVERS',
        'must not be set with WEBHOOK_DNS=system, which uses the servers of the system',
      ]);
    }
    if (config.WEBHOOK_TIMEOUT > MAX_WEBHOOK_TIMEOUT_MS) {
      mistakes.push(['WEBHOOK_TIMEOUT', 'must be at most 30s']);
    }
    if (config.DELIVERY_LEASE < config.WEBHOOK_TIMEOUT + 10_000) {
      mistakes.push(['DELIVERY_LEASE', 'must exceed WEBHOOK_TIMEOUT by at least 10s']);
    }
    for (const [path, message] of mistakes) context.addIssue({ code: 'custom', path: [path], message });
  });

export type Config = z.output<typeof configSchema>;

/** A setting that a command needs is invalid or missing. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
}

/**
 * Reads one setting, from the environment or its file.
 * @throws InvalidSetting that names it, but never contains its value
 */
export function readSetting<Name extends keyof Config>(name: Name, environment: NodeJS.ProcessEnv): Config[Name] {
  const value = environment[name] || (readSecretFiles(environment).values as NodeJS.ProcessEnv)[name];
  const { data, error } = configSchema.shape[name].safeParse(value || undefined);
  if (error === undefined) return data as Config[Name];
  throw new InvalidSetting(value ? `${name}: ${error.issues[0]?.message}` : `${name} is not set.`);
}

/** Reads the configuration from the environment. Throws an error that names every invalid variable, never its value. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { values, mistakes } = readSecretFiles(present);
  const parsed = configSchema.safeParse({ ...present, ...values });
  if (parsed.success && mistakes.length === 0) return parsed.data;
  const unread = new Set<string>(mistakes.map(([name]) => name));
  const issues = (parsed.error?.issues ?? []).filter(({ path }) => !unread.has(`${path.join('.')}_FILE`));
  const problems = issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${issue.code === 'invalid_type' && present[name] === undefined ? 'is required' : issue.message}`;
  });
  const wrongFiles = mistakes.map(([name, message]) => `  ${name}: ${message}`);
  throw new Error(`Invalid configuration:\n${[...wrongFiles, ...problems].join('\n')}`);
}

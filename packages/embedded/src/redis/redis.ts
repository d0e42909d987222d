import { connect } from 'node:net';
import { type ServerKind, startServer } from '../server.js';
import type { EmbeddedService, RedisOptions } from '../service.js';
import { findRedisServer } from './redis-server.js';

/**
 * Starts a Redis (or Valkey) on 127.0.0.1, with its append-only file in the data folder.
 * @throws EmbeddedError when there is none for this machine; DataDirInUseError when another live process runs it on this folder.
 */
export function startRedis(options: RedisOptions): Promise<EmbeddedService> {
  const durable = options.durable ?? true;

  const kind: ServerKind = {
    name: 'redis',
    title: 'Redis',
    stopSignal: 'TERM',
    async prepare({ dataDir, placement, password }) {
      const server = await findRedisServer(dataDir, placement, options.log);
      const settings = {
        ...defaults,
        appendonly: durable ? 'yes' : 'no',
        ...options.settings,
        dir: placement.home,
        requirepass: password,
      };
      return (port) => ({
        program: server.program,
        // The configuration comes in on standard input: arguments are there for everyone to see.
        args: ['-'],
        env: server.env,
        input: asConfiguration({ ...settings, port: String(port) }),
      });
    },
    isReady: (site, port) => answersPing(site.password, port),
    readFailure: (output) => (output.includes('Address already in use') ? 'port-taken' : 'fatal'),
    url: (password, port) => `redis://:${password}@127.0.0.1:${port}`,
  };
  return startServer(kind, options);
}

const defaults: Record<string, string> = {
  bind: '127.0.0.1',
  'protected-mode': 'yes',
  // BullMQ demands it: under any other policy Redis may forget jobs.
  'maxmemory-policy': 'noeviction',
  appendfsync: 'everysec',
  save: '""',
  daemonize: 'no',
  'always-show-logo': 'no',
};

function asConfiguration(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} ${name === 'dir' ? JSON.stringify(value) : value}\n`)
    .join('');
}

/** Whether the server answers with our password; while it still loads its data it does not. */
function answersPing(password: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').setTimeout(1000);
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\nQUIT\r\n`));
    socket.on('data', (text: string) => (answer += text));
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer.startsWith('+OK\r\n+PONG')));
  });
}

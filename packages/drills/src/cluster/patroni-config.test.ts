import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { patroniConfig } from './patroni-config.js';

const file = new URL('../../../../deploy/patroni/patroni.yml', import.meta.url);
const machine = { name: 'db2', address: '127.1.2.12', folder: '/drill/db2', binaries: '/postgres/bin' };
let example: string;

beforeAll(async () => {
  example = await readFile(file, 'utf8');
});

it('a machine of the drill has its own addresses and folders, and else what operators get', () => {
  const config = parse(
    patroniConfig(example, { ...machine, synchronous: true, trustsSocket: false }),
  ) as typeof shipped;
  const shipped = parse(example) as {
    name: string;
    restapi: unknown;
    bootstrap: { dcs: { synchronous_mode: boolean } };
    postgresql: { parameters: object; pg_hba: string[] };
  };
  expect(config).toEqual({
    ...shipped,
    name: 'db2',
    restapi: { listen: '127.1.2.12:8008', connect_address: '127.1.2.12:8008' },
    postgresql: {
      ...shipped.postgresql,
      listen: '127.1.2.12:5432',
      connect_address: '127.1.2.12:5432',
      data_dir: '/drill/db2/data',
      bin_dir: '/postgres/bin',
      pgpass: '/drill/db2/pgpass',
      parameters: { ...shipped.postgresql.parameters, unix_socket_directories: '/drill/db2' },
    },
  });
  expect(shipped.bootstrap.dcs.synchronous_mode).toBe(true);
});

it('only replication and the access of the own user change with the options', () => {
  const config = parse(patroniConfig(example, { ...machine, synchronous: false, trustsSocket: true })) as {
    bootstrap: { dcs: { synchronous_mode: boolean } };
    postgresql: { pg_hba: string[] };
  };
  expect(config.bootstrap.dcs.synchronous_mode).toBe(false);
  expect(config.postgresql.pg_hba).toContain('local all postgres trust');
});

import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AcquirerServer } from './acquirer-server.js';
import { Statement, type Entry } from './statement.js';
import { Callbacks } from './callbacks.js';
import { control } from './control.js';
import { Faults } from './faults.js';
import { Journal } from './journal.js';

/** A setting from the environment. */
function setting(name: string): string {
  const value = process.env[`ACQUIRER_${name}`];
  if (value === undefined) throw new Error(`ACQUIRER_${name} is not set`);
  return value;
}

const version = setting('CONTRACT_VERSION') === '1.3' ? '1.3' : '1.4';
const statement = new Statement(new Journal<Entry>(setting('BOOK')), version);
const faults = new Faults();
const callbacks = new Callbacks(setting('CALLBACK_SECRET'), faults);
const times = { slowMs: Number(setting('SLOW_MS')), lateMs: Number(setting('LATE_MS')) };
const server = new AcquirerServer(statement, faults, callbacks, setting('API_KEY'), times, version);
const https = createServer(
  { key: setting('TLS_KEY'), cert: setting('TLS_CERT') },
  control(server, statement, callbacks),
);

https.listen(Number(setting('PORT')), '127.0.0.1', () => {
  process.send?.({ type: 'ready', port: (https.address() as AddressInfo).port });
});
process.once('SIGTERM', () => process.exit(0));

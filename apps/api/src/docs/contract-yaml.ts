import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { stringify } from 'yaml';

const contract: unknown = JSON.parse(readFileSync(new URL(String(workerData)), 'utf8'));
parentPort?.postMessage(stringify(contract, { aliasDuplicateObjects: false }));

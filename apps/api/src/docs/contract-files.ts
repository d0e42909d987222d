import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';

const CONTRACT = new URL('../../../../openapi/openapi.json', import.meta.url);

export function contractAsJson(): Promise<Buffer> {
  return readFile(CONTRACT);
}

/** Made in a thread of its own: it takes a second. */
export function contractAsYaml(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./contract-yaml.js', import.meta.url), { workerData: CONTRACT.href });
    worker.once('message', (yaml: string) => resolve(Buffer.from(yaml)));
    worker.once('error', reject);
  });
}

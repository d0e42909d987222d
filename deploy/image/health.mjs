// Exit code 0 if the API or the worker of this container is alive. A container runs one of them.
import { request } from 'node:http';

const { PORT = '3000', WORKER_PORT = '3001' } = process.env;

function isAlive(port) {
  return new Promise((resolve) => {
    request({ host: '127.0.0.1', port, path: '/healthz', timeout: 4_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('timeout', function () {
        this.destroy();
      })
      .on('error', () => resolve(false))
      .end();
  });
}

const alive = await Promise.all([PORT, WORKER_PORT].map(isAlive));
process.exitCode = alive.includes(true) ? 0 : 1;

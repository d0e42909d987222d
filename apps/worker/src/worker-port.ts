import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  EXPOSITION_TYPE,
  exposition,
  mayReadMetrics,
  type Config,
  type Logger,
  type MetricSource,
  type Readiness,
} from '@svc/core';

const JSON_TYPE = 'application/json';

/** The worker's HTTP server: liveness, readiness and metrics. */
export class WorkerPort {
  private ending = false;

  constructor(
    private readonly config: Config,
    private readonly readiness: Readiness,
    private readonly sources: readonly MetricSource[],
    private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Resolves with the port. The server does not keep the process alive. */
  async listen(port: number): Promise<number> {
    const server = createServer((request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        this.logger.warn({ event: 'metrics_failed', err: error }, 'request to the worker port failed');
        send(response, 500, JSON_TYPE, '{}');
      });
    });
    server.listen(port, this.config.HOST).unref();
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** From here on, /readyz returns 503. */
  end(): void {
    this.ending = true;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && request.url === '/healthz') return send(response, 200, JSON_TYPE, '{"status":"ok"}');
    if (isRead && request.url === '/readyz') return this.answerReadiness(response);
    if (isRead && request.url === '/metrics') return this.answerMetrics(request, response);
    send(response, 404, JSON_TYPE, '{}');
  }

  private async answerReadiness(response: ServerResponse): Promise<void> {
    const ready = !this.ending && (await this.readiness.check());
    send(response, ready ? 200 : 503, JSON_TYPE, JSON.stringify({ status: ready ? 'ok' : 'unavailable' }));
  }

  private async answerMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!mayReadMetrics(request, this.config)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return send(response, 401, JSON_TYPE, '{"status":"unauthorized"}');
    }
    const families = await Promise.all(this.sources.map((source) => source.families()));
    send(response, 200, EXPOSITION_TYPE, await exposition(families.flat()));
  }
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', type);
  response.end(text);
}

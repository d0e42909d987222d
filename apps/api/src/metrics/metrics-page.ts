import { DomainError, EXPOSITION_TYPE, exposition, mayReadMetrics, type Config, type MetricSource } from '@svc/core';
import type { RequestHandler } from 'express';

/** Sources of metrics, in the order of the output. */
export type MetricSources = readonly MetricSource[];

/** Serves all metrics to authorized clients. */
export function answerMetrics(sources: MetricSources, config: Config): RequestHandler {
  return async (request, response) => {
    if (!mayReadMetrics(request, config)) {
      throw new DomainError('unauthorized', 'Metrics require METRICS_TOKEN or a loopback connection.');
    }
    const families = await Promise.all(sources.map((source) => source.families()));
    const text = await exposition(families.flat());
    response.setHeader('Content-Type', EXPOSITION_TYPE);
    response.end(text);
  };
}

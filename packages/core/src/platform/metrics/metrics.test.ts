import { describe, expect, it } from 'vitest';
import { exposition, Metrics, together } from './metrics.js';

function processThat({ sent, busy, shared }: { sent: number; busy: number; shared: number }): Metrics {
  const metrics = new Metrics();
  metrics.counter('svc_sent_total', 'Sent.', ['status']).inc({ status: '200' }, sent);
  metrics.gauge('svc_busy', 'Busy.', () => busy);
  metrics.gauge('svc_shared', 'Whether it is shared.', () => shared, 'min');
  metrics.histogram('svc_took_seconds', 'Took.', [0.1, 1], ['way']).observe({ way: 'here' }, 0.5);
  return metrics;
}

describe('metrics', () => {
  it('are exposed in the text format of Prometheus', async () => {
    const metrics = processThat({ sent: 2, busy: 3, shared: 1 });
    expect(await exposition(await metrics.families())).toBe(`# HELP svc_sent_total Sent.
# TYPE svc_sent_total counter
svc_sent_total{status="200"} 2

# HELP svc_busy Busy.
# TYPE svc_busy gauge
svc_busy 3

# HELP svc_shared Whether it is shared.
# TYPE svc_shared gauge
svc_shared 1

# HELP svc_took_seconds Took.
# TYPE svc_took_seconds histogram
svc_took_seconds_bucket{le="0.1",way="here"} 0
svc_took_seconds_bucket{le="1",way="here"} 1
svc_took_seconds_bucket{le="+Inf",way="here"} 1
svc_took_seconds_sum{way="here"} 0.5
svc_took_seconds_count{way="here"} 1
`);
  });

  it('of several processes are summed or take the minimum, as declared', async () => {
    const processes = [
      processThat({ sent: 2, busy: 3, shared: 1 }),
      processThat({ sent: 5, busy: 0, shared: 0 }),
      // Serialized, as from another process.
      {
        families: async () => JSON.parse(JSON.stringify(await processThat({ sent: 1, busy: 1, shared: 1 }).families())),
      },
    ];
    const text = await exposition(await together(await Promise.all(processes.map((each) => each.families()))));
    expect(text).toContain('svc_sent_total{status="200"} 8\n');
    expect(text).toContain('svc_busy 4\n');
    expect(text).toContain('svc_shared 0\n');
    expect(text).toContain('svc_took_seconds_bucket{le="1",way="here"} 3\n');
    expect(text).toContain('svc_took_seconds_sum{way="here"} 1.5\n');
  });

  it('include those of the process itself', async () => {
    const text = await exposition(await new Metrics().watchProcess().families());
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
  });
});

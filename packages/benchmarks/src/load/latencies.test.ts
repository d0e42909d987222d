import { describe, expect, it } from 'vitest';
import { Latencies } from './latencies.js';

describe('latencies', () => {
  it('return percentiles', () => {
    const latencies = new Latencies();
    for (let n = 100; n >= 1; n--) latencies.add(n);
    expect(latencies.percentiles([0.5, 0.99, 1])).toEqual([50, 99, 100]);
  });

  it('of a single request are its time', () => {
    const latencies = new Latencies();
    latencies.add(7.126);
    expect(latencies.percentiles([0, 0.5, 1])).toEqual([7.13, 7.13, 7.13]);
  });

  it('of no request are 0', () => {
    expect(new Latencies().percentiles([0.5])).toEqual([0]);
  });
});

import { describe, expect, it } from 'vitest';
import { objectPath } from './object-path.js';

describe('the page of an object', () => {
  it.each([
    ['pay_1', 'payments/pay_1'],
    ['ref_12', 'refunds/ref_12'],
    ['cust_12', 'customers/cust_12'],
    ['sub_12', 'subscriptions/sub_12'],
    ['wh_12', 'webhooks/wh_12'],
    ['evt_12', 'events/evt_12'],
    ['dis_12', 'disputes/dis_12'],
    ['cs_12', 'checkout-sessions/cs_12'],
    ['proc_12', 'processors/proc_12'],
    [`req_${'0a'.repeat(16)}`, `requests/req_${'0a'.repeat(16)}`],
    ['req_12', undefined],
    ['dlv_12', undefined],
    ['constructor_1', undefined],
    ['pay_1/../../x', undefined],
    ['', undefined],
  ])('%j is %s', (id, path) => {
    expect(objectPath(id)).toBe(path);
  });
});

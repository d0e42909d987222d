import { describe, expect, it } from 'vitest';
import { configFacts, patchOf, readConfig, thresholdsText } from './config-values.js';

function read(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readConfig(form);
}

describe('the security configuration', () => {
  it('is read from the form', () => {
    expect(
      read({
        networks: '203.0.113.0/24',
        thresholds: '10000.00 usd, 5000 HUF',
        retentionDays: '90',
        requireIdempotencyKey: 'true',
      }),
    ).toEqual({
      allowedCidrs: ['203.0.113.0/24'],
      approvalThresholds: [
        { value: 1_000_000, currency: 'USD' },
        { value: 500_000, currency: 'HUF' },
      ],
      approvalsBySomeoneElse: false,
      requireIdempotencyKey: true,
      retentionDays: 90,
    });
  });

  it('writes amounts as it reads them', () => {
    const thresholds = [
      { value: 1_000_001, currency: 'KWD' },
      { value: 500, currency: 'JPY' },
    ];
    const text = thresholdsText(thresholds);
    expect(text).toBe('1000.001 KWD, 500 JPY');
    expect(read({ thresholds: text }).approvalThresholds).toEqual(thresholds);
  });

  it.each(['10000', '10,000 USD', '1.234 USD', '10 XXY', '0 EUR', 'EUR 10', '10 EUR 20 USD'])('refuses %s', (text) => {
    expect(() => read({ thresholds: text })).toThrow('Correct the marked field.');
  });

  it('refuses days that are no number', () => {
    expect(() => read({ retentionDays: 'a month' })).toThrow('Correct the marked field.');
  });

  it('is changed setting by setting', () => {
    const values = read({ thresholds: '10.00 EUR' });
    expect(patchOf(values, values)).toEqual({});
    expect(patchOf(values, { ...values, retentionDays: 30 })).toEqual({ retentionDays: 30 });
  });

  it('is described in words', () => {
    expect(configFacts(read({ thresholds: '10000.00 EUR', approvalsBySomeoneElse: 'true' }))).toEqual([
      { label: 'Networks', text: 'any' },
      { label: 'Approval from', text: '10,000.00 EUR' },
      { label: 'Approval by someone else', text: 'required' },
      { label: 'Idempotency key', text: 'not required' },
      { label: 'Events and deliveries are shown for', text: 'the default of this instance' },
    ]);
  });
});

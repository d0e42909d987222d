import { describe, expect, it } from 'vitest';
import { describeError, redactLine } from './logger.js';

describe('redactLine', () => {
  it.each([
    ['{"headers":{"Authorization":"Bearer abc"}}', '{"headers":{"Authorization":"[redacted]"}}'],
    ['{"a":{"b":{"c":{"secret":"with \\"quotes\\" in it"}}}}', '{"a":{"b":{"c":{"secret":"[redacted]"}}}}'],
    ['{"msg":"no account for sk_live_0123456789abcdef"}', '{"msg":"no account for sk_live_[redacted]"}'],
    ['{"msg":"Stripe refuses rk_live_51AbCdEf"}', '{"msg":"Stripe refuses rk_live_[redacted]"}'],
    ['{"msg":"signed with whsec_MfKQ9r8GKYqrTwjU+/="}', '{"msg":"signed with whsec_[redacted]"}'],
    ['{"msg":"Key (email)=(ada.l+x@mail.example.com) exists"}', '{"msg":"Key (email)=([redacted]) exists"}'],
    ['{"msg":"nobody is zoë@exämple.com"}', '{"msg":"nobody is [redacted]"}'],
    ['{"msg":"ada@example.com_bob@example.com"}', '{"msg":"[redacted][redacted]"}'],
    ['{"receiptEmail":"\\"a b\\"@example"}', '{"receiptEmail":"[redacted]"}'],
    ['{"processorToken":"tok_1"}', '{"processorToken":"[redacted]"}'],
    ['{"msg":"postgres://svc:hunter2@db:5432/svc"}', '{"msg":"postgres://[redacted]@db:5432/svc"}'],
  ])('%s becomes %s', (line, clean) => {
    expect(redactLine(line)).toBe(clean);
  });

  it.each([
    '{"keyId":"2501","accountId":"41","route":"/v1/payments/{paymentId}","status":201}',
    '{"stack":"at x (file:///srv/node_modules/@nestjs/core/router.js:1:2)"}',
  ])('%s stays as it is', (line) => {
    expect(redactLine(line)).toBe(line);
  });

  it('takes linear time for a long word, which the certificate of a gateway may contain', () => {
    const word = 'a'.repeat(300_000);
    // Quadratic time exceeds the timeout of a test.
    expect(redactLine(`{"reason":"DNS:${word}, email:ada@example.com"}`)).toBe(
      `{"reason":"DNS:${word}, email:[redacted]"}`,
    );
  });
});

describe('describeError', () => {
  it('reports where a statement failed, without its values', () => {
    const failed = Object.assign(new Error('duplicate key value violates unique constraint "customers_email"'), {
      code: '23505',
      constraint: 'customers_email',
      detail: 'Key (email_normalized)=(ada@example.com) already exists.',
      parameters: ['ada@example.com'],
      query: 'INSERT',
    });
    const told = describeError(new Error('outer', { cause: failed }));
    expect(told).toMatchObject({
      type: 'Error',
      message: 'outer',
      cause: { code: '23505', constraint: 'customers_email' },
    });
    expect(JSON.stringify(told)).not.toContain('ada@example.com');
  });

  it('reports only the type of a thrown value that is not an Error', () => {
    expect(describeError({ email: 'ada@example.com' })).toBe('object');
  });
});

import { describe, expect, it } from 'vitest';
import { actOnPayment, createRefund, retrievePayment } from './call.js';
import { codeOf, LANGUAGES } from './languages.js';

const BASE = 'http://127.0.0.1:3000';
const refund = createRefund({ paymentId: 'pay_1', amount: { value: 1000, currency: 'EUR' }, reason: 'Broken' });
const HOSTILE = `it's "$(touch x)" \`id\` \\ \n </script> $SVC_API_KEY`;

describe('code of a call', () => {
  it.each(LANGUAGES)('takes the key from the environment in %s', (language) => {
    const code = codeOf(refund, language, BASE);
    expect(code).toContain('SVC_API_KEY');
    expect(code).toContain(BASE);
    expect(code).toContain('pay_1');
  });

  it('names fields as each library does', () => {
    expect(codeOf(refund, 'JavaScript', BASE)).toContain(
      'svc.refunds.create({ paymentId: "pay_1", amount: { value: 1000, currency: "EUR" }, reason: "Broken" })',
    );
    expect(codeOf(refund, 'Python', BASE)).toContain(
      'svc.refunds.create(payment_id="pay_1", amount={"value": 1000, "currency": "EUR"}, reason="Broken")',
    );
    expect(codeOf(refund, 'PHP', BASE)).toContain(
      "$svc->refunds->create(paymentId: 'pay_1', amount: ['value' => 1000, 'currency' => 'EUR'], reason: 'Broken')",
    );
    expect(codeOf(refund, 'Java', BASE)).toContain(
      'svc.refunds().create(CreateRefundParams.builder().paymentId("pay_1").amount(Amount.of(1000, "EUR")).reason("Broken").build())',
    );
  });

  it('keeps the keys of metadata', () => {
    const call = createRefund({ paymentId: 'pay_1', metadata: { orderId: '1', 'a b': null } });
    expect(codeOf(call, 'Python', BASE)).toContain('metadata={"orderId": "1", "a b": None}');
    expect(codeOf(call, 'JavaScript', BASE)).toContain('metadata: { orderId: "1", "a b": null }');
  });

  it('passes ids first, and no body that says nothing', () => {
    expect(codeOf(retrievePayment('pay_1'), 'Python', BASE)).toContain('svc.payments.retrieve("pay_1")');
    expect(codeOf(retrievePayment('pay_1'), 'Java', BASE)).not.toContain('Params');
    const cancel = codeOf(actOnPayment('cancel', 'pay_1', { reason: undefined }), 'curl', BASE);
    expect(cancel).toContain('-X POST');
    expect(cancel).not.toContain('-d ');
  });

  it('quotes whatever is in a text', () => {
    const call = createRefund({ paymentId: 'pay_1', reason: HOSTILE });
    const body = JSON.stringify({ paymentId: 'pay_1', reason: HOSTILE });
    expect(codeOf(call, 'curl', BASE)).toContain(`-d '${body.replaceAll("'", String.raw`'\''`)}'`);
    for (const language of ['JavaScript', 'Python', 'Java'] as const) {
      expect(codeOf(call, language, BASE)).toContain(JSON.stringify(HOSTILE));
    }
  });

  it('escapes quotes and backslashes in PHP', () => {
    const code = codeOf(createRefund({ paymentId: 'pay_1', reason: String.raw`a\'b$c` }), 'PHP', BASE);
    expect(code).toContain(String.raw`reason: 'a\\\'b$c'`);
  });
});

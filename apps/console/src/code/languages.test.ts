import { describe, expect, it } from 'vitest';
import { actOnPayment, create, list, retrieve, summarize, update } from './call.js';
import { codeOf, LANGUAGES } from './languages.js';

const BASE = 'http://127.0.0.1:3000';
const refund = create('refunds', { paymentId: 'pay_1', amount: { value: 1000, currency: 'EUR' }, reason: 'Broken' });
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
    const call = create('refunds', { paymentId: 'pay_1', metadata: { orderId: '1', 'a b': null } });
    expect(codeOf(call, 'Python', BASE)).toContain('metadata={"orderId": "1", "a b": None}');
    expect(codeOf(call, 'JavaScript', BASE)).toContain('metadata: { orderId: "1", "a b": null }');
  });

  it('passes ids first, and no body that says nothing', () => {
    expect(codeOf(retrieve('payments', 'pay_1'), 'Python', BASE)).toContain('svc.payments.retrieve("pay_1")');
    expect(codeOf(retrieve('payments', 'pay_1'), 'Java', BASE)).not.toContain('Params');
    const cancel = codeOf(actOnPayment('cancel', 'pay_1', { reason: undefined }), 'curl', BASE);
    expect(cancel).toContain('-X POST');
    expect(cancel).not.toContain('-d ');
  });

  it('puts the filters of a list into the query', () => {
    const call = list('payments', { status: 'completed', reference: 'a&b', cursor: undefined });
    expect(codeOf(call, 'curl', BASE)).toContain(`'${BASE}/v1/payments?status=completed&reference=a%26b'`);
    const byMetadata = list('payments', { amountMin: 100, metadata: { order: 'a b' } });
    expect(codeOf(byMetadata, 'curl', BASE)).toContain(`'${BASE}/v1/payments?amountMin=100&metadata%5Border%5D=a+b'`);
    expect(codeOf(byMetadata, 'Python', BASE)).toContain('list(amount_min=100, metadata={"order": "a b"})');
    expect(codeOf(list('refunds', {}), 'PHP', BASE)).toContain('$svc->refunds->list()');
  });

  it('passes filters with the types of the Java library', () => {
    const filters = {
      status: 'completed',
      stage: 'authorized',
      createdFrom: '2026-11-21T00:00:00Z',
      metadata: { a: '1' },
    };
    const code = codeOf(list('payments', filters), 'Java', BASE);
    expect(code).toContain('.status(PaymentStatus.of("completed")).stage(PaymentStage.of("authorized"))');
    expect(code).toContain('.createdFrom(Instant.parse("2026-11-21T00:00:00Z")).metadata(Map.of("a", "1")).build()');
    expect(code.split('\n\n')[0]?.split('\n')).toEqual([
      'import com.svc.payments.Svc;',
      'import com.svc.payments.models.PaymentStage;',
      'import com.svc.payments.models.PaymentStatus;',
      'import com.svc.payments.params.ListPaymentsParams;',
      'import java.time.Instant;',
      'import java.util.Map;',
    ]);
    expect(codeOf(list('apiKeys', { mode: 'test' }), 'Java', BASE)).toContain('.mode(Mode.of("test"))');
    expect(codeOf(summarize({ interval: 'week' }), 'Java', BASE)).toContain('.interval(SummaryInterval.of("week"))');
  });

  it('passes times of other offsets to Java in UTC', () => {
    const code = codeOf(list('disputes', { createdFrom: '2026-11-21T00:00:00+01:00' }), 'Java', BASE);
    expect(code).toContain('Instant.parse("2026-11-20T23:00:00.000Z")');
  });

  it('passes numbers of an address as numbers, and large ones to Java as long', () => {
    const call = list('refunds', { limit: '10', amountMin: 3_000_000_000, reference: '10' });
    expect(codeOf(call, 'JavaScript', BASE)).toContain('{ limit: 10, amountMin: 3000000000, reference: "10" }');
    expect(codeOf(call, 'Python', BASE)).toContain('limit=10, amount_min=3000000000, reference="10"');
    expect(codeOf(call, 'Java', BASE)).toContain('.limit(10).amountMin(3000000000L).reference("10")');
    const large = create('refunds', { paymentId: 'pay_1', amount: { value: 3_000_000_000, currency: 'EUR' } });
    expect(codeOf(large, 'Java', BASE)).toContain('Amount.of(3000000000L, "EUR")');
  });

  it('names resources of two words as each library does', () => {
    const call = list('checkoutSessions', {});
    expect(codeOf(call, 'curl', BASE)).toContain(`'${BASE}/v1/checkout-sessions'`);
    expect(codeOf(call, 'Python', BASE)).toContain('svc.checkout_sessions.list()');
    expect(codeOf(call, 'Java', BASE)).toContain('svc.checkoutSessions().list()');
  });

  it('changes by PATCH', () => {
    const call = update('customers', 'cust_1', { phone: null });
    expect(codeOf(call, 'curl', BASE)).toContain(`-X PATCH`);
    expect(codeOf(call, 'Python', BASE)).toContain('svc.customers.update("cust_1", phone=None)');
  });

  it('quotes whatever is in a text', () => {
    const call = create('refunds', { paymentId: 'pay_1', reason: HOSTILE });
    const body = JSON.stringify({ paymentId: 'pay_1', reason: HOSTILE });
    expect(codeOf(call, 'curl', BASE)).toContain(`-d '${body.replaceAll("'", String.raw`'\''`)}'`);
    for (const language of ['JavaScript', 'Python', 'Java'] as const) {
      expect(codeOf(call, language, BASE)).toContain(JSON.stringify(HOSTILE));
    }
  });

  it('escapes quotes and backslashes in PHP', () => {
    const code = codeOf(create('refunds', { paymentId: 'pay_1', reason: String.raw`a\'b$c` }), 'PHP', BASE);
    expect(code).toContain(String.raw`reason: 'a\\\'b$c'`);
  });
});

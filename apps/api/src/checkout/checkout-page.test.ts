import {
  createClient,
  ENDINGS,
  eventually,
  forThisFile,
  rowId,
  startAcquirer,
  startStack,
  type Client,
} from '@svc/testing';
import { beforeEach, describe, expect, it } from 'vitest';

const urls = { successUrl: 'https://shop.example.com/paid?a=1#top', cancelUrl: 'https://shop.example.com/cart' };

const acquirer = await forThisFile(startAcquirer({ timeoutMs: 2_000 }));
const stack = await forThisFile(startStack());
let client: Client;

beforeEach(async () => {
  client = stack.client((await stack.createAccount('enterprise')).testKey);
});

interface Session {
  readonly id: string;
  readonly url: string;
}

async function create(fields: object = {}): Promise<Session> {
  const amount = { value: 2_500, currency: 'EUR' };
  const { status, body } = await client.post('/v1/checkout-sessions', { amount, ...urls, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return { id: String(body['id']), url: String(body['url']) };
}

/** A session that is paid at the acquirer, with this ending of its amount. */
async function createAtAcquirer(ending: number, fields: object = {}): Promise<Session> {
  const processor = { kind: 'http', name: 'Example', credentials: acquirer.credentials };
  const { body } = await client.post('/v1/processors', processor);
  await acquirer.callBackTo(String(body['callbackUrl']));
  return create({ amount: { value: 2_500 + ending, currency: 'EUR' }, ...fields });
}

function open(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers, redirect: 'manual' });
}

function press(url: string, outcome?: string): Promise<Response> {
  const body = new URLSearchParams(outcome === undefined ? {} : { outcome });
  return fetch(url, { method: 'POST', body, redirect: 'manual' });
}

/** Where an answer leads to, as a browser resolves it. */
function target(answer: Response): string {
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location') ?? '', answer.url).href;
}

async function payments(): Promise<unknown[]> {
  return (await client.get('/v1/payments')).body['data'] as unknown[];
}

async function methodsOf(customerId: string): Promise<{ id: string }[]> {
  return (await client.get(`/v1/customers/${customerId}/payment-methods`)).body['data'] as { id: string }[];
}

const paid = (id: string): string => `https://shop.example.com/paid?a=1&checkoutSessionId=${id}#top`;

describe('a session that saves the card', () => {
  const saving = { customer: { email: 'ada@example.com' }, savePaymentMethod: true };

  it.each([
    ['en', 'By paying, you allow'],
    ['de', 'Mit der Zahlung erlauben Sie'],
    ['fr', 'En payant, vous autorisez'],
    ['es', 'Al pagar, autoriza a'],
  ])('asks for consent in %s, before the button', async (locale, text) => {
    const html = await (await open((await create({ ...saving, locale })).url)).text();
    expect(html).toContain(text);
    expect(html.indexOf(text)).toBeLessThan(html.indexOf('<button'));
    const plain = await (await open((await create({ customer: saving.customer, locale })).url)).text();
    expect(plain).not.toContain(text);
  });

  it('adds it to the payment methods of the customer, once it is completed, to be charged by the merchant', async () => {
    const { id, url } = await create(saving);
    await press(url, 'decline');
    const read = async () => (await client.get(`/v1/checkout-sessions/${id}`)).body;
    const customerId = String((await read())['customerId']);
    expect([(await read())['paymentMethodId'], await methodsOf(customerId)]).toEqual([null, []]);
    expect(target(await press(url, 'complete'))).toBe(paid(id));
    const { paymentMethodId } = await read();
    const card = { id: paymentMethodId, customerId, type: 'card', processorId: null, brand: 'visa', last4: '4242' };
    expect(await methodsOf(customerId)).toMatchObject([card]);
    const amount = { value: 900, currency: 'EUR' };
    const charge = { amount, paymentMethodId, initiator: 'merchant' };
    expect((await client.post('/v1/payments?wait=10', charge)).body).toMatchObject({ status: 'completed' });
    expect((await client.get('/v1/events?type=checkout.completed')).body).toMatchObject({
      data: [{ data: { id, paymentMethodId } }],
    });
  });

  it('takes no payment once only a gateway is left, which cannot save it', async () => {
    const { id, url } = await create(saving);
    await createAtAcquirer(0);
    expect(target(await press(url, 'complete'))).toBe(url);
    expect(await (await open(url)).text()).not.toContain('<button');
    expect(await payments()).toEqual([]);
    expect((await client.get(`/v1/checkout-sessions/${id}`)).body).toMatchObject({ status: 'open', paymentId: null });
  });

  it('adds nothing for a session that does not', async () => {
    const { id, url } = await create({ customer: saving.customer });
    expect(target(await press(url, 'complete'))).toBe(paid(id));
    const { customerId, paymentMethodId } = (await client.get(`/v1/checkout-sessions/${id}`)).body;
    expect([paymentMethodId, await methodsOf(String(customerId))]).toEqual([null, []]);
  });
});

describe('GET /pay/{cell}/{token}', () => {
  it('200: shows what is paid, in the language of the session or of the browser', async () => {
    const lineItems = [{ name: 'Tee & <b>"Kuchen"</b>', quantity: 2, unitAmount: { value: 1_250, currency: 'EUR' } }];
    const { url } = await create({ description: '<script>alert(1)</script>', lineItems });
    const answer = await open(url, { 'accept-language': 'nl, de-AT;q=0.8' });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<html lang="de-AT">');
    expect(html).toContain('2 × Tee &amp; &lt;b&gt;&quot;Kuchen&quot;&lt;/b&gt;');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>');
    expect(html).toContain('€\u00A025,00 bezahlen');
    expect(html).toContain('Testmodus');
    expect(await (await open((await create({ locale: 'fr' })).url, { 'accept-language': 'de' })).text()).toContain(
      'Payer 25,00\u00A0€',
    );
  });

  it('is not stored, framed, indexed or referred to, and loads nothing, an icon neither', async () => {
    const answer = await open((await create()).url);
    const { headers } = answer;
    expect(await answer.text()).toContain('<link rel="icon" href="data:,">');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src data:; form-action 'self' https: http:; frame-ancestors 'none'; base-uri 'none'$/,
    );
  });

  it('shows the notices of a fixed list, and nothing else of its query', async () => {
    const { url } = await create();
    expect(await (await open(`${url}?notice=declined`)).text()).toContain('The payment was declined.');
    const plain = await (await open(url)).text();
    for (const query of ['notice=constructor', 'notice=<b>', 'notice=declined&notice=declined', 'x=y', 'step=3']) {
      expect(await (await open(`${url}?${query}`)).text()).toBe(plain);
    }
  });

  it('leaves its address, which is a secret, out of the log', async () => {
    const { url } = await create();
    await open(url);
    await press(url, 'complete');
    const token = url.slice(url.lastIndexOf('/') + 1);
    expect(stack.logs().filter((line) => line.includes(token))).toEqual([]);
  });

  it('404 for an address that was not issued, without a word about it', async () => {
    const { url } = await create();
    const token = url.slice(url.lastIndexOf('/') + 1);
    for (const wrong of ['x', `${token}x`, token.replace(/-\d+-/, '-1-'), `${token.slice(0, -3)}AAA`]) {
      for (const answer of [await open(url.replace(token, wrong)), await press(url.replace(token, wrong))]) {
        expect(answer.status).toBe(404);
        expect(answer.headers.get('content-security-policy')).toContain("form-action 'self';");
        expect(await answer.text()).toContain('This payment page does not exist');
      }
    }
  });

  it('says that the session has expired, with a way back', async () => {
    const { id, url } = await create();
    await client.post(`/v1/checkout-sessions/${id}/expire`);
    for (const answer of [await open(url), await open(target(await press(url, 'complete')))]) {
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(html).toContain('This payment page has expired');
      expect(html).toContain(`href="https://shop.example.com/cart?checkoutSessionId=${id}"`);
      expect(html).not.toContain('<button');
    }
    expect(await payments()).toEqual([]);
  });

  it('HEAD answers as GET does; other methods: 405', async () => {
    const { url } = await create();
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
    const answer = await fetch(url, { method: 'DELETE' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('POST /pay/{cell}/{token} in the sandbox', () => {
  it('303 to successUrl when the payer pays, also later and again', async () => {
    const { id, url } = await create();
    expect(target(await press(url, 'complete'))).toBe(paid(id));
    expect(target(await open(url))).toBe(paid(id));
    expect(target(await press(url, 'complete'))).toBe(paid(id));
    expect((await client.get(`/v1/checkout-sessions/${id}`)).body).toMatchObject({
      status: 'completed',
      paymentStatus: 'paid',
    });
    expect(await payments()).toMatchObject([{ status: 'completed' }]);
  });

  it('asks for 3-D Secure first, which can fail and be repeated', async () => {
    const { id, url } = await create();
    const step = target(await press(url, 'authenticate'));
    expect(step).toBe(`${url}?step=authentication`);
    expect(await (await open(step)).text()).toContain('Confirm with your bank');
    const failed = target(await press(step, 'fail'));
    expect(await (await open(failed)).text()).toContain('The authentication failed.');
    expect(target(await press(step, 'complete'))).toBe(paid(id));
    expect(await payments()).toHaveLength(1);
  });

  it('a declined card leaves the session open', async () => {
    const { url } = await create();
    expect(target(await press(url, 'decline'))).toBe(`${url}?notice=declined`);
    expect(target(await press(url, 'something'))).toBe(url);
    expect(await payments()).toEqual([]);
  });

  it('many at once make one payment', async () => {
    const { id, url } = await create();
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(url, 'complete')));
    expect(new Set(answers.map(target))).toEqual(new Set([paid(id)]));
    expect(await payments()).toHaveLength(1);
  });

  it('413 for more than a form', async () => {
    const { url } = await create();
    const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1_025) });
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'body_too_large' }]);
    expect(await payments()).toEqual([]);
  });
});

describe('POST /pay/{cell}/{token} at a processor', () => {
  it('303 to its page, again and again to the same one; coming back proves nothing', async () => {
    const { id, url } = await createAtAcquirer(ENDINGS.requiresAction);
    const page = target(await press(url));
    expect(page).toMatch(/^https:\/\/[\w.:]+\/pay\//);
    expect(target(await press(url))).toBe(page);

    const back = await open(url);
    expect([back.status, back.headers.get('refresh')]).toEqual([200, '10']);
    expect(await back.text()).toContain('Continue to payment');
    expect(await payments()).toMatchObject([{ status: 'pending' }]);

    await acquirer.payerActs(page, 'approve');
    await eventually(async () => expect(target(await open(url))).toBe(paid(id)));
    expect(await payments()).toHaveLength(1);
  });

  it('303 to the page again with a notice when the processor declines; the next try is a new payment', async () => {
    const { url } = await createAtAcquirer(ENDINGS.declined);
    expect(target(await press(url))).toBe(`${url}?notice=declined`);
    expect(target(await press(url))).toBe(`${url}?notice=declined`);
    expect(await payments()).toHaveLength(2);
  });

  it('may be paid again after a decline, whatever code the processor gives', async () => {
    const { id, url } = await createAtAcquirer(ENDINGS.requiresAction);
    await acquirer.payerActs(target(await press(url)), 'decline');
    const failed = { status: 'failed', failure: { code: 'rejected' } };
    await eventually(async () => expect(await payments()).toMatchObject([failed]));
    expect((await client.get(`/v1/checkout-sessions/${id}`)).body).toMatchObject({ status: 'open' });
    expect(target(await press(url))).toMatch(/\/pay\//);
    expect(await payments()).toHaveLength(2);
  });

  it('ends with the erasure of its customer, and its payment is released', async () => {
    const { id, url } = await createAtAcquirer(ENDINGS.requiresAction, { customer: { email: 'ada@example.com' } });
    await press(url);
    const session = async () => (await client.get(`/v1/checkout-sessions/${id}`)).body;
    await client.send('DELETE', `/v1/customers/${String((await session())['customerId'])}`);
    await eventually(async () => expect(await session()).toMatchObject({ status: 'expired' }));
    await press(url);
    expect(await payments()).toMatchObject([{ status: 'failed', failure: { code: 'expired' } }]);
  });

  it('forgets the payer while a payment in progress still holds up the end of the session', async () => {
    const customer = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' };
    const { id, url } = await createAtAcquirer(ENDINGS.requiresAction, { customer });
    const payer = () => stack.query(`SELECT payer FROM checkout_sessions WHERE id = ${rowId(id)}`);
    await press(url);
    expect(await payer()).toEqual([{ payer: customer }]);
    await acquirer.kill();
    expect((await client.post(`/v1/checkout-sessions/${id}/expire`)).body).toMatchObject({ status: 'open' });
    expect(await payer()).toEqual([{ payer: null }]);
    await acquirer.start();
  });

  it('takes no more than ten payments that are declined', async () => {
    const { id, url } = await createAtAcquirer(ENDINGS.declined);
    for (let n = 0; n < 10; n += 1) await press(url);
    expect((await client.get(`/v1/checkout-sessions/${id}`)).body).toMatchObject({ status: 'expired', url: null });
    await press(url);
    expect(await payments()).toHaveLength(10);
  });

  it('waits while the processor has not answered, and cannot be pressed', async () => {
    const { id, url } = await createAtAcquirer(0);
    await acquirer.kill();
    const waiting = target(await press(url));
    expect(waiting).toBe(url);
    const answer = await open(url);
    expect([answer.status, answer.headers.get('refresh')]).toEqual([200, '2']);
    const html = await answer.text();
    expect(html).toContain('Waiting for confirmation');
    expect(html).not.toContain('<button');
    await acquirer.start();
    await eventually(async () => expect(target(await open(url))).toBe(paid(id)), { timeoutMs: 40_000 });
    expect(await payments()).toHaveLength(1);
  });
});

describe('a session whose authorization was released later', () => {
  it('no longer says that it is paid', async () => {
    const { id, url } = await create({ captureMethod: 'manual' });
    expect(target(await press(url, 'complete'))).toBe(paid(id));
    expect(await (await open(url)).text()).toContain('Payment complete');
    const read = async () => (await client.get(`/v1/checkout-sessions/${id}`)).body;
    const { paymentId } = await read();
    expect((await client.post(`/v1/payments/${String(paymentId)}/cancel`)).status).toBe(200);
    await eventually(async () => expect(await read()).toMatchObject({ paymentStatus: 'unpaid' }));
    const page = await (await open(url)).text();
    expect(page).toContain('You have not been charged');
    expect(page).not.toContain('Payment complete');
  });
});

describe('a session that no processor takes any more', () => {
  it.each([
    ['disabled', false],
    ['deleted', false],
    ['disabled, which the session names', true],
  ])('takes no payment that a person would have to carry out: %s', async (how, isNamed) => {
    client = stack.client((await stack.createAccount('enterprise')).liveKey);
    const made = await createAtAcquirer(0);
    const { body } = await client.get('/v1/processors');
    const processorId = String((body['data'] as { id: string }[])[0]?.id);
    const { id, url } = isNamed ? await create({ processorId }) : made;
    const connection = `/v1/processors/${processorId}`;
    if (how === 'deleted') expect((await client.send('DELETE', connection)).status).toBe(204);
    else expect((await client.send('PATCH', connection, { enabled: false })).status).toBe(200);
    const page = await (await open(url)).text();
    expect(page).toContain('Payment is not possible here at the moment');
    expect(page).not.toContain('<button');
    expect((await press(url)).status).toBe(303);
    expect(await payments()).toEqual([]);
    expect((await client.get(`/v1/checkout-sessions/${id}`)).body).toMatchObject({
      status: 'open',
      paymentStatus: 'unpaid',
    });
  });
});

describe('a session whose customer is being erased', () => {
  it('is closed until the erasure has ended it', async () => {
    const { id, url } = await create({ customer: { email: 'ada@example.com' } });
    const { customerId } = (await client.get(`/v1/checkout-sessions/${id}`)).body;
    // As the first transaction of an erasure leaves it.
    await stack.query(
      `UPDATE customers SET erased_at = now(), email = 'erased@invalid', email_normalized = NULL WHERE id = $1`,
      [rowId(String(customerId))],
    );
    for (const answer of [await open(url), await press(url), await press(url, 'complete'), await open(url)]) {
      const page = answer.status === 303 ? await open(target(answer)) : answer;
      const html = await page.text();
      expect(html).toContain('Payment is not possible here at the moment');
      expect(html).not.toContain('<button');
    }
    expect(await payments()).toEqual([]);
  });
});

describe('while Postgres is away', () => {
  it('503 with a page in the language of the payer', async () => {
    const cut = await startStack({ worker: 0, cuttable: true });
    const own = createClient(cut.apiUrl, (await cut.createAccount()).testKey);
    const amount = { value: 2_500, currency: 'EUR' };
    const { body } = await own.post('/v1/checkout-sessions', { amount, ...urls });
    cut.postgres.cut();
    const answer = await open(String(body['url']), { 'accept-language': 'es' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.text()).toContain('Volver a intentarlo');
    cut.postgres.mend();
    await cut.close();
  });
});

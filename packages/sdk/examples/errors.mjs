// What goes wrong, and how a program can tell: `node errors.mjs`.
import { ConnectionError, NotFoundError, RateLimitError, Svc, UnprocessableEntityError } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
  onEvent: (event) => event.kind === 'wait' && console.log(`again in ${Math.round(event.milliseconds)} ms`),
});

for (const value of [0, 1000]) {
  try {
    const payment = await svc.payments.create({ amount: { value, currency: 'USD' } });
    await svc.payments.retrieve(payment.id.replace(/\d$/, (digit) => (Number(digit) + 1) % 10));
  } catch (error) {
    if (error instanceof UnprocessableEntityError) {
      for (const { pointer, code } of error.fieldErrors) console.log(`wrong: ${pointer} ${code}`);
    } else if (error instanceof NotFoundError) console.log('not found');
    else if (error instanceof RateLimitError) console.log('too many requests, even after waiting');
    else if (error instanceof ConnectionError) console.log('no answer: it may have taken effect');
    else throw error;
  }
}

// Makes a payment and waits for its outcome: `node pay.mjs`, with SVC_API_KEY and SVC_API_BASE set.
import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const payment = await svc.payments.create(
  { amount: { value: 1000, currency: 'USD' }, customer: { email: 'ada@example.com' }, reference: 'order-1042' },
  // The order's own number: however often this program runs within a day, the order is paid once.
  { idempotencyKey: 'order-1042', wait: 10 },
);
console.log(`${payment.id} is ${payment.status}`);

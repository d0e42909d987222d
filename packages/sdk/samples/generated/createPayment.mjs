import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const payment = await svc.payments.create({
  amount: { value: 1000, currency: 'USD' },
  customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  description: 'Order 1042',
  metadata: { orderId: '1042' },
  reference: 'order-1042',
});
console.log(payment.id);

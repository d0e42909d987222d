import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const payment = await svc.payments.capture('pay_249801938345984001', {
  amount: { value: 600, currency: 'USD' },
  reason: 'Shipped today',
});
console.log(payment.id);

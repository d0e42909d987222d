import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const payment = await svc.payments.approve('pay_249801938345984001', {
  reason: 'Checked with the customer',
});
console.log(payment.id);

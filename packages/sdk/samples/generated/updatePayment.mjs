import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const payment = await svc.payments.update('pay_249801938345984001', {
  description: 'Order 1042, gift',
  metadata: { gift: true, oldKey: null },
});
console.log(payment.id);

import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const refund = await svc.refunds.create({
  paymentId: 'pay_249801938345984001',
  amount: { value: 400, currency: 'USD' },
  reason: 'Returned goods',
  metadata: { returnId: '77' },
});
console.log(refund.id);

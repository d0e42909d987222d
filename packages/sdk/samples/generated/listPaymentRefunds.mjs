import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const refund of svc.payments.refunds('pay_249801938345984001', {
  status: 'pending',
})) {
  console.log(refund.id);
}

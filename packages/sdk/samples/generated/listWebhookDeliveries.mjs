import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const delivery of svc.webhooks.listDeliveries('wh_249801938345984010', {
  status: 'pending',
})) {
  console.log(delivery.id);
}

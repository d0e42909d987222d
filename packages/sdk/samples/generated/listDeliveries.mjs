import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const delivery of svc.deliveries.list({ status: 'pending' })) {
  console.log(delivery.id);
}

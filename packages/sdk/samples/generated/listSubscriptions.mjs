import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const subscription of svc.subscriptions.list({ status: 'scheduled' })) {
  console.log(subscription.id);
}

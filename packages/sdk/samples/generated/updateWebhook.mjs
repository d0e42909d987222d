import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhook = await svc.webhooks.update('wh_249801938345984010', {
  description: 'Shop backend',
  events: ['payment.completed', 'payment.failed'],
});
console.log(webhook.id);

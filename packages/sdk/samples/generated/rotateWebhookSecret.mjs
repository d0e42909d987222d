import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhook = await svc.webhooks.rotateSecret('wh_249801938345984010', {
  overlapSeconds: 86400,
});
console.log(webhook.id);

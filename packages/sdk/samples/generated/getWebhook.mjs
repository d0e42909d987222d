import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhook = await svc.webhooks.retrieve('wh_249801938345984010');
console.log(webhook.id);

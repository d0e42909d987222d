import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhookReplay = await svc.webhooks.replay('wh_249801938345984010', {
  createdFrom: '2026-11-20T00:00:00Z',
  createdTo: '2026-11-21T00:00:00Z',
});
console.log(webhookReplay.id);

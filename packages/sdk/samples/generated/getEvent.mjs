import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhookEvent = await svc.events.retrieve('evt_249801938345984020');
console.log(webhookEvent.id);

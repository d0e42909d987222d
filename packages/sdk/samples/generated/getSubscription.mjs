import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const subscription = await svc.subscriptions.retrieve('sub_249801938345984001');
console.log(subscription.id);

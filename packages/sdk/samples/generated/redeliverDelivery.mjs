import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const delivery = await svc.deliveries.redeliver('dlv_249801938345984030');
console.log(delivery.id);

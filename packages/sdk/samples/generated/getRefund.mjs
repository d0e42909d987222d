import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const refund = await svc.refunds.retrieve('ref_249801938345984001');
console.log(refund.id);

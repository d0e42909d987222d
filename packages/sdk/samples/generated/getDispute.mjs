import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const dispute = await svc.disputes.retrieve('dis_249801938345984060');
console.log(dispute.id);

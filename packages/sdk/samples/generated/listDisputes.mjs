import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

for await (const dispute of svc.disputes.list({ status: 'inquiry' })) {
  console.log(dispute.id);
}

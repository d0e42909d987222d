import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

for await (const checkoutSession of svc.checkoutSessions.list({
  status: 'open',
})) {
  console.log(checkoutSession.id);
}

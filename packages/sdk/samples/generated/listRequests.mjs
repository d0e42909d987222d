import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

for await (const loggedRequest of svc.requests.list({ status: '2xx' })) {
  console.log(loggedRequest.id);
}

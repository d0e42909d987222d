import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const { id, event } of await svc.events.stream()) {
  console.log(id, event.type);
}

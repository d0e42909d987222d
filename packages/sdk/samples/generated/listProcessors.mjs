import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

for await (const processor of svc.processors.list()) {
  console.log(processor.id);
}

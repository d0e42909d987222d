import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const processor = await svc.processors.update('proc_249801938345984050', {
  enabled: false,
});
console.log(processor.id);

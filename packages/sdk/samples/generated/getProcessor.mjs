import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const processor = await svc.processors.retrieve('proc_249801938345984050');
console.log(processor.id);

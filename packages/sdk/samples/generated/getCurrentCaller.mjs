import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const currentCaller = await svc.security.me();
console.log(currentCaller);

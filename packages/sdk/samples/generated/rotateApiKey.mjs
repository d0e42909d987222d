import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const apiKey = await svc.apiKeys.rotate('key_249801938345984030', {
  overlapSeconds: 86400,
});
console.log(apiKey.id);

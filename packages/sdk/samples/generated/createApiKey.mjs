import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const apiKey = await svc.apiKeys.create({
  name: 'Order service',
  scopes: ['payments:read', 'payments:write'],
  allowedCidrs: ['203.0.113.0/24'],
});
console.log(apiKey.id);

import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const apiKey = await svc.apiKeys.update('key_249801938345984030', {
  name: 'Order service',
  expiresAt: '2099-11-21T00:00:00Z',
});
console.log(apiKey.id);

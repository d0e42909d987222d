import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhookTestResult = await svc.webhooks.test('wh_249801938345984010', {
  type: 'webhook.test',
});
console.log(webhookTestResult);

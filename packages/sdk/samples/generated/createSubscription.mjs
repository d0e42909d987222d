import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const subscription = await svc.subscriptions.create({
  customerId: 'cust_249801938345984002',
  amount: { value: 1000, currency: 'USD' },
  interval: 'month',
  intervalCount: 1,
  description: 'Monthly plan',
  metadata: { plan: 'basic' },
});
console.log(subscription.id);

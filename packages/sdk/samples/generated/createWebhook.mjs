import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const webhook = await svc.webhooks.create({
  url: 'https://shop.example.com/webhooks',
  events: ['payment.completed', 'payment.failed'],
  secret: 'correct-horse-battery-staple',
});
console.log(webhook.id);

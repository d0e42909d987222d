import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const checkoutSession = await svc.checkoutSessions.create({
  mode: 'payment',
  amount: { value: 2500, currency: 'EUR' },
  description: 'Order 1042',
  lineItems: [
    { name: 'Tea', quantity: 2, unitAmount: { value: 1250, currency: 'EUR' } },
  ],
  reference: 'order-1042',
  successUrl: 'https://shop.example.com/paid',
  cancelUrl: 'https://shop.example.com/cart',
});
console.log(checkoutSession.id);

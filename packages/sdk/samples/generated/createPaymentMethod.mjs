import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const paymentMethod = await svc.customers.addPaymentMethod('cust_249801938345984002', {
  type: 'card',
  processorToken: 'tok_9f8a7c6e5d',
  brand: 'visa',
  last4: '4242',
  expiryMonth: 8,
  expiryYear: 2029,
});
console.log(paymentMethod.id);

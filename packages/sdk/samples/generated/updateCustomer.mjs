import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const customer = await svc.customers.update('cust_249801938345984002', {
  phone: null,
  address: { line2: 'Flat 2' },
  preferences: { emailReceipts: false },
});
console.log(customer.id);

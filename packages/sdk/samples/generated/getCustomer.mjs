import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const customer = await svc.customers.retrieve('cust_249801938345984002');
console.log(customer.id);

import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

for await (const paymentMethod of svc.customers.listPaymentMethods(
  'cust_249801938345984002',
)) {
  console.log(paymentMethod.id);
}

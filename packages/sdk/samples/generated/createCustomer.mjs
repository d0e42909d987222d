import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const customer = await svc.customers.create({
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+44 20 7946 0958',
  address: {
    line1: '12 St James Square',
    city: 'London',
    postalCode: 'SW1Y 4JH',
    country: 'GB',
  },
  preferences: { locale: 'en-GB', currency: 'GBP' },
  metadata: { crmId: 'A-1042' },
});
console.log(customer.id);

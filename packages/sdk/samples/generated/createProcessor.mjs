import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const processor = await svc.processors.create({
  kind: 'http',
  name: 'Example Acquirer',
  priority: 10,
  currencies: ['EUR', 'USD'],
  credentials: {
    url: 'https://acquirer.example.com/svc',
    apiKey: 'acq_live_5f2b8c1d9e',
    callbackSecret: 'whsec_BQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU=',
  },
});
console.log(processor.id);

import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, {
  baseUrl: process.env.SVC_API_BASE,
});

const loggedRequest = await svc.requests.retrieve(
  'req_01a1fd70f1c0c0ffee5eed00b00c1e77',
);
console.log(loggedRequest.id);

// Prints every completed payment of the last day as CSV: `node export-payments.mjs`.
import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });
const createdFrom = new Date(Date.now() - 86_400_000).toISOString();

console.log('id,value,currency,reference');
for await (const { id, amount, reference } of svc.payments.list({ status: 'completed', createdFrom, limit: 100 })) {
  console.log([id, amount.value, amount.currency, reference ?? ''].join(','));
}

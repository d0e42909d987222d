import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const analyticsSummary = await svc.analytics.summary();
console.log(analyticsSummary);

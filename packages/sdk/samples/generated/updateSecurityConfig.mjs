import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const securityConfig = await svc.security.updateConfig(
  { approvalThresholds: [{ value: 1000000, currency: 'USD' }], retentionDays: null },
  { ifMatch: '"1"' },
);
console.log(securityConfig);

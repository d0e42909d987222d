import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const report = await svc.reports.create({
  type: 'payments',
  format: 'csv',
  createdFrom: '2026-11-01T00:00:00Z',
  createdTo: '2026-12-01T00:00:00Z',
});
console.log(report.id);

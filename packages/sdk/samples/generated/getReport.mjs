import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const report = await svc.reports.retrieve('rep_249801938345984050');
console.log(report.id);

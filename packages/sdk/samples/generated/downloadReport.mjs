import { writeFile } from 'node:fs/promises';
import { Svc } from '@svc/sdk';

const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: process.env.SVC_API_BASE });

const file = await svc.reports.download('rep_249801938345984050');
await writeFile('report.csv', file.body);

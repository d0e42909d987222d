import type { Report } from '@svc/sdk';
import { useState, type ReactElement } from 'react';
import { useMode } from '../../lib/modes';
import { pollMs } from '../../lib/polling';
import { timeText } from '../../lib/time';
import type { Mode } from '../../session/client';
import { mayUse, useSession } from '../../session/session';
import { Button, buttonClass } from '../../ui/button';
import { List } from '../../ui/list';
import { Notice, SuccessNotice } from '../../ui/notice';
import { Status } from '../../ui/status';
import type { Column } from '../../ui/table';
import { CreateReport } from './create-report';
import { completeText, missingText } from './report-reach';
import styles from './analytics.module.css';

const columnsIn = (mode: Mode): readonly Column<Report>[] => [
  { title: 'Type', cell: ({ type, format }) => `${type}, ${format}` },
  { title: 'From', cell: ({ createdFrom }) => timeText(createdFrom) },
  { title: 'To', cell: ({ createdTo }) => timeText(createdTo) },
  { title: 'Status', cell: (report) => <State report={report} /> },
  { title: 'Rows', isNumber: true, cell: ({ rows }) => rows },
  { title: 'File', cell: (report) => <Download report={report} mode={mode} /> },
  { title: 'Created', cell: ({ createdAt }) => timeText(createdAt) },
];

interface ReportsProps {
  readonly cursor: string | undefined;
  /** The time zone of the days of new ones. */
  readonly zone: string;
}

/** Files of all objects of a range: the latest ones, and new ones. */
export function Reports({ cursor, zone }: ReportsProps): ReactElement {
  const { mode, client } = useMode();
  const session = useSession();
  const [isCreating, setCreating] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <section className={styles['reports']} aria-labelledby="reports">
      <h2 id="reports">Reports</h2>
      <SuccessNotice>{done}</SuccessNotice>
      {mayUse(session, mode, 'analytics:write') && (
        <div>
          <Button onClick={() => setCreating(true)}>Create report</Button>
        </div>
      )}
      <List
        name="Reports"
        search={{ cursor }}
        load={(signal) => client.reports.list({ limit: 10, ...(cursor === undefined ? {} : { cursor }) }, { signal })}
        columns={columnsIn(mode)}
        empty={<p>There are no reports yet.</p>}
        refreshMs={(reports) => {
          const open = reports.find(({ status }) => status === 'pending' || status === 'running');
          return open === undefined ? false : pollMs(open.createdAt);
        }}
      />
      {isCreating && <CreateReport zone={zone} onDone={setDone} onClose={() => setCreating(false)} />}
    </section>
  );
}

/** Its status or why it failed, and what a settlement report covers. */
function State({ report }: { readonly report: Report }): ReactElement {
  const [complete, missing] = [completeText(report), missingText(report)];
  return (
    <>
      {report.failure?.message ?? <Status status={report.status} />}
      {complete !== null && <div>{complete}</div>}
      {missing !== null && <Notice>{missing}</Notice>}
    </>
  );
}

/** The browser saves the file itself, however long it is. */
function Download({ report, mode }: { readonly report: Report; readonly mode: Mode }): ReactElement | null {
  if (report.status !== 'ready') return null;
  const path = `/console/api/${mode}/v1/analytics/reports/${report.id}/download`;
  return (
    <a className={buttonClass()} href={path} download aria-label={`Download ${report.id}`}>
      Download
    </a>
  );
}

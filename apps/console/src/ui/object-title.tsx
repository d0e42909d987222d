import type { ReactElement } from 'react';
import { CopyButton } from './copy-button';
import { PageTitle } from './page-title';
import { Status } from './status';
import styles from './object-title.module.css';

interface ObjectTitleProps {
  readonly id: string;
  readonly status?: string | undefined;
}

/** The id of an object as the heading of its page, with its status. */
export function ObjectTitle({ id, status }: ObjectTitleProps): ReactElement {
  return (
    <div className={styles['title']}>
      <PageTitle title={id} />
      <CopyButton text={id} />
      {status !== undefined && <Status status={status} />}
    </div>
  );
}

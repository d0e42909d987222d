import type { ReactElement } from 'react';
import styles from './json.module.css';

/** An object as the API returns it. */
export function JsonDetails({ value }: { readonly value: object }): ReactElement {
  return (
    <details>
      <summary>JSON</summary>
      <pre className={styles['json']}>{JSON.stringify(value, null, 2)}</pre>
    </details>
  );
}

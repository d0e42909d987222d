import type { ReactElement } from 'react';
import { statusText } from '../lib/status-text';
import styles from './status.module.css';

const GOOD = new Set(['completed', 'delivered', 'won', 'active', 'ok', 'enabled', 'ready']);
const BAD = new Set(['failed', 'lost', 'past_due', 'failing', 'revoked', 'expired']);
const WARN = new Set(['awaiting_approval', 'requires_action', 'requires_attention', 'needs_response', 'disabled']);

/** A status of an object, in words: the colour only repeats them. */
export function Status({ status }: { readonly status: string }): ReactElement {
  const kind = GOOD.has(status) ? 'good' : BAD.has(status) ? 'bad' : WARN.has(status) ? 'warn' : '';
  return <span className={`${styles['status']} ${styles[kind] ?? ''}`}>{statusText(status)}</span>;
}

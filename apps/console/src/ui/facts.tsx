import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Fact } from '../lib/facts';
import { useMode } from '../lib/modes';
import { CopyButton } from './copy-button';
import styles from './facts.module.css';

/** Facts about an object. Those without a text are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactElement {
  const { mode } = useMode();
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ({ label, text, path, isCopyable = false }) =>
          text !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {path === undefined ? (
                  text
                ) : (
                  <Link to="/$mode/$" params={{ mode, _splat: path }}>
                    {text}
                  </Link>
                )}
                {isCopyable && <CopyButton text={text} />}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

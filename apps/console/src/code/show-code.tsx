import { useState, type ReactElement } from 'react';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { Tabs } from '../ui/tabs';
import type { Call } from './call';
import { codeOf, LANGUAGES } from './languages';
import styles from './show-code.module.css';

/** Shows programs that make the same call. */
export function ShowCode({ call }: { readonly call: Call }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const baseUrl = window.location.origin;
  return (
    <section className={styles['section']} aria-label="Code">
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Show code
        </Button>
      </div>
      {isOpen && (
        <Tabs label="Language" names={LANGUAGES}>
          {(language) => (
            <div className={styles['code']}>
              <pre>{codeOf(call, language, baseUrl)}</pre>
              <CopyButton text={codeOf(call, language, baseUrl)} label="code" />
            </div>
          )}
        </Tabs>
      )}
    </section>
  );
}

import { useRef, useState, type ReactElement } from 'react';
import { Button } from './button';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  /** What it is, if the text is too long for a name. */
  readonly label?: string;
}

const ICONS = {
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  copied: 'M3 8.5l3.5 3.5L13 5',
  failed: 'M4 4l8 8M12 4l-8 8',
} as const;

const SAYINGS = { copy: '', copied: 'Copied', failed: 'The browser refused to copy' } as const;

/** Milliseconds for which the button says what it has done. */
const SHOWN_MS = 4_000;

/** Copies an id or another text. */
export function CopyButton({ text, label = text }: CopyButtonProps): ReactElement {
  const [icon, setIcon] = useState<keyof typeof ICONS>('copy');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIcon('copied');
    } catch {
      // A page without https has no clipboard, and a browser may refuse it.
      setIcon('failed');
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIcon('copy'), SHOWN_MS);
  };
  return (
    <span className={styles['copy']}>
      <Button kind="plain" aria-label={`Copy ${label}`} title={`Copy ${label}`} onClick={() => void copy()}>
        <svg
          aria-hidden="true"
          width="14"
          height="14"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          <path d={ICONS[icon]} />
        </svg>
      </Button>
      {/* The icon shows success to those who see it. */}
      <span role="status" className={icon === 'failed' ? styles['refusal'] : styles['spoken']}>
        {SAYINGS[icon]}
      </span>
    </span>
  );
}

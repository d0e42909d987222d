import { useState, type ReactElement } from 'react';
import { Button } from './button';

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

/** Copies an id or another text. */
export function CopyButton({ text, label = text }: CopyButtonProps): ReactElement {
  const [icon, setIcon] = useState<keyof typeof ICONS>('copy');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIcon('copied');
    } catch {
      // A page without https has no clipboard, and a browser may refuse it.
      setIcon('failed');
    }
    setTimeout(() => setIcon('copy'), 2_000);
  };
  return (
    <Button
      kind="plain"
      aria-label={`Copy ${label}`}
      title={icon === 'failed' ? 'The browser refused to copy' : `Copy ${label}`}
      onClick={() => void copy()}
    >
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
  );
}

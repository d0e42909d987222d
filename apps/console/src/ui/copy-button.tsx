import { useState, type ReactElement } from 'react';
import { Button } from './button';

interface CopyButtonProps {
  readonly text: string;
  /** What it is, if the text is too long for a name. */
  readonly label?: string;
}

/** Copies an id or another text. */
export function CopyButton({ text, label = text }: CopyButtonProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
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
        <path d={isCopied ? 'M3 8.5l3.5 3.5L13 5' : 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3'} />
      </svg>
    </Button>
  );
}

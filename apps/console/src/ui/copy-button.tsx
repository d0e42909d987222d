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
      <span aria-hidden="true">{isCopied ? '✓' : '⧉'}</span>
    </Button>
  );
}

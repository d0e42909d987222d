import { useState, type ReactElement } from 'react';
import { Button } from './button';

/** Copies an id or another text. */
export function CopyButton({ text }: { readonly text: string }): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button kind="plain" aria-label={`Copy ${text}`} title={`Copy ${text}`} onClick={() => void copy()}>
      <span aria-hidden="true">{isCopied ? '✓' : '⧉'}</span>
    </Button>
  );
}

import { useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Called by Escape; without it, the dialog cannot be closed. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is rendered. The browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles['content']}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

import { useEffect, useId, useRef, type KeyboardEvent, type ReactElement, type ReactNode, type Ref } from 'react';
import { focusHeading, focusOn } from '../lib/focus';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** What the dialog is about. A screen reader says it after the title, even if the focus is on a field. */
  readonly about?: string | undefined;
  /** Called by Escape; without it, the dialog cannot be closed. */
  readonly onClose?: () => void;
  /** Whether its controls are there. If they come later, the first one gets the focus then. */
  readonly isReady?: boolean;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open while it is rendered. It keeps the focus inside and gives it back. The first focus is on no button that
 * does something.
 */
export function Dialog({ title, about, onClose, isReady = true, children }: DialogProps): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    const first = document.activeElement;
    if (first instanceof HTMLButtonElement && first.type === 'submit') focusOn(heading.current);
    // After several Escapes, browsers close a dialog without asking.
    const reopen = (): void => element?.showModal();
    element?.addEventListener('close', reopen);
    return () => {
      element?.removeEventListener('close', reopen);
      element?.close();
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      if (isThere) opener.focus();
      else focusHeading();
    };
  }, []);
  useEffect(() => {
    const element = dialog.current;
    // Without a control, the browser gives the focus to the dialog.
    if (isReady && document.activeElement === element) element?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isReady]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    // Else the browser counts it, and sooner or later closes the dialog.
    event.preventDefault();
    onClose?.();
  };
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      aria-describedby={about === undefined ? undefined : `${id}-about`}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div className={styles['content']}>
        <h2 ref={heading} id={id}>
          {title}
        </h2>
        {about !== undefined && <p id={`${id}-about`}>{about}</p>}
        {children}
      </div>
    </dialog>
  );
}

interface DialogButtonsProps {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** The buttons at the end of a dialog. */
export function DialogButtons({ children, ref }: DialogButtonsProps): ReactElement {
  return (
    <div ref={ref} className={styles['buttons']}>
      {children}
    </div>
  );
}

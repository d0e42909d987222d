import type { ButtonHTMLAttributes, MouseEvent, ReactElement } from 'react';
import styles from './button.module.css';

type Kind = 'primary' | 'danger' | 'plain';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind | undefined;
  /** Whether a press does nothing for now. The button keeps the focus. */
  readonly isBusy?: boolean;
}

/** The class of a button, for links that look like one. */
export function buttonClass(kind?: Kind): string {
  return [styles['button'], kind === undefined ? undefined : styles[kind]].filter(Boolean).join(' ');
}

export function Button({ kind, type = 'button', isBusy = false, ...rest }: ButtonProps): ReactElement {
  const busy = isBusy ? { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() } : {};
  return <button {...rest} {...busy} type={type} className={buttonClass(kind)} />;
}

import type { ButtonHTMLAttributes, ReactElement } from 'react';
import styles from './button.module.css';

type Kind = 'primary' | 'danger' | 'plain';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: Kind | undefined;
}

/** The class of a button, for links that look like one. */
export function buttonClass(kind?: Kind): string {
  return [styles['button'], kind === undefined ? undefined : styles[kind]].filter(Boolean).join(' ');
}

export function Button({ kind, type = 'button', ...rest }: ButtonProps): ReactElement {
  return <button {...rest} type={type} className={buttonClass(kind)} />;
}

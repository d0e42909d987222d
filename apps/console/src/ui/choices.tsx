import { useId, type ReactElement } from 'react';
import styles from './choices.module.css';

interface ChoicesProps {
  readonly label: string;
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: readonly string[];
  readonly error?: string | undefined;
}

/** Checkboxes: any number can be checked. */
export function Choices({ label, name, options, chosen, error }: ChoicesProps): ReactElement {
  const id = useId();
  return (
    <fieldset className={styles['choices']} aria-describedby={error === undefined ? undefined : id}>
      <legend>{label}</legend>
      {options.map((option) => (
        <Choice key={option} name={name} value={option} label={option} isChosen={chosen.includes(option)} />
      ))}
      {error !== undefined && (
        <span id={id} className={styles['error']}>
          {error}
        </span>
      )}
    </fieldset>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChosen: boolean;
}

/** A checkbox with its label. */
export function Choice({ name, value, label, isChosen }: ChoiceProps): ReactElement {
  return (
    <label className={styles['choice']}>
      <input type="checkbox" name={name} value={value} defaultChecked={isChosen} /> {label}
    </label>
  );
}

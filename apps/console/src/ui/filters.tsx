import { useNavigate } from '@tanstack/react-router';
import type { SubmitEvent, ReactElement, ReactNode } from 'react';
import { enteredAmountOf, enteredMetadataOf, queryOfForm, type Query } from '../lib/filter-query';
import { shownZone } from '../lib/shown-zone';
import { dayEnd, dayOfEnd, dayOfStart, dayStart } from '../lib/time';
import { Button } from './button';
import { Field } from './field';
import styles from './filters.module.css';

interface FiltersProps {
  readonly search: Query;
  /** Whether the operation has a range of times. */
  readonly hasTimes?: boolean;
  /** The time zone of the days by what is chosen. By default, it is that of all shown times. */
  readonly zoneOf?: (given: Query) => string;
  /** Controls whose names are parameters of the operation. */
  readonly children: ReactNode;
}

/** A form of filters. Its values become the query of the address, and so of the operation. */
export function Filters({ search, hasTimes = true, zoneOf = shownZone, children }: FiltersProps): ReactElement {
  const navigate = useNavigate();
  const apply = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)] as [string, string][];
    const given = queryOfForm(entries);
    const { from, to, ...others } = given;
    const zone = zoneOf(given);
    const times = { createdFrom: from && dayStart(from, zone), createdTo: to && dayEnd(to, zone) };
    void navigate({ to: '.', search: () => ({ ...others, ...times }) });
  };
  return (
    <search aria-label="Filters">
      {/* A new form for a new address: its values are those of the address. */}
      <form className={styles['form']} onSubmit={apply} key={JSON.stringify(search)}>
        {children}
        {hasTimes && <Times search={search} zone={zoneOf(search)} />}
        <Button type="submit">Apply</Button>
      </form>
    </search>
  );
}

interface TimesProps {
  readonly search: Query;
  readonly zone: string;
}

function Times({ search, zone }: TimesProps): ReactElement {
  const from = dayOfStart(search['createdFrom'], zone);
  const to = dayOfEnd(search['createdTo'], zone);
  return (
    <>
      <Field label="From">{(control) => <input {...control} type="date" name="from" defaultValue={from} />}</Field>
      <Field label="To">{(control) => <input {...control} type="date" name="to" defaultValue={to} />}</Field>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  /** What no choice means. */
  readonly any?: string;
}

/** A filter with a few values. */
export function ChoiceFilter({ label, name, value = '', options, any = 'Any' }: ChoiceProps): ReactElement {
  return (
    <Field label={label}>
      {(control) => (
        <select {...control} name={name} defaultValue={value}>
          <option value="">{any}</option>
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
}

/** A filter with an exact text. */
export function TextFilter({ label, name, value = '' }: TextProps): ReactElement {
  return <Field label={label}>{(control) => <input {...control} name={name} defaultValue={value} />}</Field>;
}

/** Filters for amounts of the chosen currency. */
export function AmountFilters({ search }: { readonly search: Query }): ReactElement {
  return (
    <>
      <TextFilter label="Amount from" name="amountFrom" value={enteredAmountOf(search, 'amountFrom')} />
      <TextFilter label="Amount to" name="amountTo" value={enteredAmountOf(search, 'amountTo')} />
    </>
  );
}

/** A filter for one entry of metadata. */
export function MetadataFilter({ search }: { readonly search: Query }): ReactElement {
  return (
    <Field label="Metadata" hint="key=value">
      {(control) => <input {...control} name="metadata" defaultValue={enteredMetadataOf(search)} />}
    </Field>
  );
}

import { useNavigate } from '@tanstack/react-router';
import {
  createContext,
  use,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type SubmitEvent,
} from 'react';
import {
  enteredAmountOf,
  enteredMetadataOf,
  formErrors,
  queryOfForm,
  type FilterErrors,
  type Query,
} from '../lib/filter-query';
import { shownZone } from '../lib/shown-zone';
import { dayEnd, dayOfEnd, dayOfStart, dayStart, LAST_DAY } from '../lib/time';
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

const Errors = createContext<FilterErrors>({});

/** A form of filters. Its values become the query of the address, and so of the operation. */
export function Filters({ search, hasTimes = true, zoneOf = shownZone, children }: FiltersProps): ReactElement {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FilterErrors>({});
  const shown = JSON.stringify(search);
  // The values are those of the address. The form itself stays, and keeps the focus.
  useLayoutEffect(() => {
    form.current?.reset();
    setErrors({});
  }, [shown]);
  const apply = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)] as [string, string][];
    const wrong = formErrors(entries);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
      return;
    }
    const given = queryOfForm(entries);
    const { from, to, ...others } = given;
    const zone = zoneOf(given);
    const times = { createdFrom: from && dayStart(from, zone), createdTo: to && dayEnd(to, zone) };
    void navigate({ to: '.', search: () => ({ ...others, ...times }) });
  };
  return (
    <search aria-label="Filters">
      <form ref={form} className={styles['form']} onSubmit={apply}>
        <Errors value={errors}>{children}</Errors>
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
      <Field label="From">
        {(control) => <input {...control} type="date" name="from" defaultValue={from} max={LAST_DAY} />}
      </Field>
      <Field label="To">
        {(control) => <input {...control} type="date" name="to" defaultValue={to} max={LAST_DAY} />}
      </Field>
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
        // A new one for another value: React sets the default of a select only once.
        <select {...control} key={value} name={name} defaultValue={value}>
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
  readonly hint?: string;
}

/** A filter with an exact text. */
export function TextFilter({ label, name, value = '', hint }: TextProps): ReactElement {
  return (
    <Field label={label} hint={hint} error={use(Errors)[name]}>
      {(control) => <input {...control} name={name} defaultValue={value} />}
    </Field>
  );
}

/** Such filters have no index. */
const RANGE_HINT = 'Needs From and To, at most 90 days apart.';

/** Filters for amounts of the chosen currency. */
export function AmountFilters({ search }: { readonly search: Query }): ReactElement {
  return (
    <>
      <TextFilter
        label="Amount from"
        name="amountFrom"
        value={enteredAmountOf(search, 'amountFrom')}
        hint={RANGE_HINT}
      />
      <TextFilter label="Amount to" name="amountTo" value={enteredAmountOf(search, 'amountTo')} hint={RANGE_HINT} />
    </>
  );
}

/** A filter for one entry of metadata. */
export function MetadataFilter({ search }: { readonly search: Query }): ReactElement {
  return (
    <TextFilter label="Metadata" name="metadata" value={enteredMetadataOf(search)} hint={`key=value. ${RANGE_HINT}`} />
  );
}

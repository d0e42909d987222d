import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { useIdempotencyKey } from '../lib/idempotency-key';
import { failureOf, InvalidField, outcomeOf, withoutSession, type FieldErrors } from '../lib/problem';
import { withStepUp } from '../session/step-up';
import { Button } from './button';
import { Dialog, DialogButtons } from './dialog';
import styles from './dialog.module.css';
import { FailureNotice, UnknownNotice } from './notice';

interface DialogFormProps<Answer> {
  readonly title: string;
  /** What the dialog is about, such as the amount. */
  readonly about?: string;
  /** The name of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Whether there is nothing to do yet. */
  readonly isDisabled?: boolean;
  /** Does it. All attempts have the same idempotency key. A repetition follows an attempt whose outcome is unknown. */
  readonly run: (idempotencyKey: string, form: FormData, isRepetition: boolean) => Promise<Answer>;
  readonly onDone: (answer: Answer) => unknown;
  readonly onFailure?: (error: unknown) => unknown;
  readonly onClose: () => void;
  /** The consequences, or the fields. What is wrong with them has their JSON pointers. */
  readonly children: ReactNode | ((errors: FieldErrors) => ReactNode);
}

/**
 * A dialog that does one thing, once. It shows why that failed, stays open while it is in progress, and then lets the pages
 * read again what they show. While the outcome of an attempt is unknown, it can only send the same again.
 */
export function DialogForm<Answer>(props: DialogFormProps<Answer>): ReactElement {
  const {
    title,
    about,
    action,
    isDangerous = false,
    isDisabled = false,
    run,
    onDone,
    onFailure,
    onClose,
    children,
  } = props;
  const queries = useQueryClient();
  const [idempotencyKey] = useIdempotencyKey();
  const isSending = useRef(false);
  /** The form of an attempt whose outcome is unknown. */
  const [unknown, setUnknown] = useState<FormData>();
  const isUnknown = unknown !== undefined;
  const buttons = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // The field with the focus is disabled then.
  useEffect(() => {
    if (isUnknown) buttons.current?.querySelector('button')?.focus();
  }, [isUnknown]);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (form: FormData) => withStepUp(() => run(idempotencyKey, form, isUnknown)),
    onSuccess: (answer) => onDone(answer),
    onError: (failure, form) => {
      const outcome = outcomeOf(failure);
      if (outcome !== undefined) setUnknown(outcome === 'unknown' ? form : undefined);
      return onFailure?.(failure);
    },
    onSettled: (_, failure) => {
      isSending.current = false;
      // Nothing was sent.
      if (failure instanceof InvalidField) return;
      void queries.invalidateQueries();
    },
    // Nothing keeps what was typed, or a secret of the answer.
    gcTime: 0,
  });
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A second press may come before the first one has changed the page.
    if (isDisabled || isSending.current) return;
    isSending.current = true;
    mutate(unknown ?? new FormData(event.currentTarget));
  };
  const close = (): void => {
    if (!isSending.current) onClose();
  };
  return (
    <Dialog title={title} about={about} onClose={close}>
      <form ref={form} onSubmit={submit} noValidate>
        {error !== null && <FailureNotice error={isUnknown ? error : withoutSession(error)} />}
        {isUnknown && (
          <UnknownNotice>To send something else, close this and see first what has happened.</UnknownNotice>
        )}
        <fieldset className={styles['fields']} disabled={isUnknown}>
          {typeof children === 'function' ? children(failureOf(error).fields) : children}
        </fieldset>
        <DialogButtons ref={buttons}>
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} aria-disabled={isDisabled || isPending}>
            {action}
          </Button>
          <Button onClick={close} aria-disabled={isPending}>
            Close
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

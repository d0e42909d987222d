import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type ReactElement, type ReactNode, type SubmitEvent } from 'react';
import { useIdempotencyKey } from '../lib/idempotency-key';
import { failureOf, InvalidField, type FieldErrors } from '../lib/problem';
import { withStepUp } from '../session/step-up';
import { Button } from './button';
import { Dialog, DialogButtons } from './dialog';
import { FailureNotice } from './notice';

interface DialogFormProps<Answer> {
  readonly title: string;
  /** The name of the button that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Whether there is nothing to do yet. */
  readonly isDisabled?: boolean;
  /** Does it. All attempts have the same idempotency key. */
  readonly run: (idempotencyKey: string, form: FormData) => Promise<Answer>;
  readonly onDone: (answer: Answer) => unknown;
  readonly onFailure?: (error: unknown) => unknown;
  readonly onClose: () => void;
  /** The consequences, or the fields. What is wrong with them has their JSON pointers. */
  readonly children: ReactNode | ((errors: FieldErrors) => ReactNode);
}

/**
 * A dialog that does one thing, once. It shows why that failed, stays open while it is in progress, and then lets the pages
 * read again what they show.
 */
export function DialogForm<Answer>(props: DialogFormProps<Answer>): ReactElement {
  const { title, action, isDangerous = false, isDisabled = false, run, onDone, onFailure, onClose, children } = props;
  const queries = useQueryClient();
  const [idempotencyKey] = useIdempotencyKey();
  const isSending = useRef(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (form: FormData) => withStepUp(() => run(idempotencyKey, form)),
    onSuccess: (answer) => onDone(answer),
    onError: (failure) => onFailure?.(failure),
    onSettled: (_, failure) => {
      isSending.current = false;
      // Nothing was sent.
      if (failure instanceof InvalidField) return;
      void queries.invalidateQueries();
    },
    // Nothing keeps what was typed, or a secret of the answer.
    gcTime: 0,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // A second press may come before the first one has changed the page.
    if (isDisabled || isSending.current) return;
    isSending.current = true;
    mutate(new FormData(event.currentTarget));
  };
  const close = (): void => {
    if (!isSending.current) onClose();
  };
  return (
    <Dialog title={title} onClose={close}>
      <form onSubmit={submit} noValidate>
        {error !== null && <FailureNotice error={error} />}
        {typeof children === 'function' ? children(failureOf(error).fields) : children}
        <DialogButtons>
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

import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '../ui/button';
import { FailureNotice } from '../ui/notice';

interface ProviderButtonProps {
  readonly label: string;
  readonly onPress: () => Promise<void>;
}

/** Leads to the identity provider. */
export function ProviderButton({ label, onPress }: ProviderButtonProps): ReactElement {
  const { mutate, error, isPending } = useMutation({ mutationFn: onPress });
  return (
    <>
      {error !== null && <FailureNotice error={error} />}
      <p>
        <Button kind="primary" isBusy={isPending} onClick={() => mutate()}>
          {label}
        </Button>
      </p>
    </>
  );
}

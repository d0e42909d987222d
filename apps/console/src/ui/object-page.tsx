import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { Call } from '../code/call';
import { ShowCode } from '../code/show-code';
import { metadataFacts, type Fact } from '../lib/facts';
import { useMode } from '../lib/modes';
import { pollAfterFailureMs } from '../lib/polling';
import { failureOf } from '../lib/problem';
import { Facts } from './facts';
import { JsonDetails } from './json';
import { ObjectFailure } from './object-failure';
import { ObjectTitle } from './object-title';

interface ObjectPageProps<Item> {
  /** Part of the key under which the object is kept. */
  readonly name: string;
  readonly id: string;
  readonly read: (signal: AbortSignal) => Promise<Item>;
  readonly statusOf?: (item: Item) => string;
  /** What can be done with it, and what was done. */
  readonly actions?: (item: Item) => ReactNode;
  readonly factsOf: (item: Item) => readonly Fact[];
  /** Milliseconds after which it is read again; false if it does not change on its own. */
  readonly pollAfter?: (item: Item) => number | false;
  readonly call: Call;
  /** What else there is to say about it. */
  readonly children?: (item: Item) => ReactNode;
}

/** Any object: only some have metadata. */
type PagedObject = object & { readonly metadata?: Readonly<Record<string, unknown>> };

/** The page of one object. */
export function ObjectPage<Item extends PagedObject>(props: ObjectPageProps<Item>): ReactElement {
  const { name, id, read, statusOf, actions, factsOf, pollAfter = () => false, call, children } = props;
  const { mode } = useMode();
  const {
    data: known,
    error,
    isPending,
  } = useQuery({
    queryKey: [mode, name, id],
    queryFn: ({ signal }) => read(signal),
    refetchInterval: ({ state: { data: item, error: failure } }) => {
      if (failure !== null) return pollAfterFailureMs(failure);
      return item !== undefined && pollAfter(item);
    },
  });
  // What was deleted, such as personal data, is not shown any longer.
  const data = failureOf(error).status === 404 ? undefined : known;
  return (
    <>
      <ObjectTitle id={id} status={data && statusOf?.(data)} />
      {error !== null && <ObjectFailure error={error} />}
      {isPending && <p role="status">Loading</p>}
      {data !== undefined && (
        <>
          {actions?.(data)}
          <Facts facts={factsOf(data)} />
          <Metadata metadata={data.metadata} />
          {children?.(data)}
          <ShowCode call={call} />
          <JsonDetails value={data} />
        </>
      )}
    </>
  );
}

interface MetadataProps {
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** The metadata of an object, if it has any. */
export function Metadata({ metadata = {} }: MetadataProps): ReactElement | null {
  const facts = metadataFacts(metadata);
  if (facts.length === 0) return null;
  return (
    <>
      <h2>Metadata</h2>
      <Facts facts={facts} />
    </>
  );
}

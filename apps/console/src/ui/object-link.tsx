import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useMode } from '../lib/modes';

interface ObjectLinkProps {
  readonly section: 'payments' | 'customers';
  readonly id: string;
}

/** The id of an object, which leads to its page. */
export function ObjectLink({ section, id }: ObjectLinkProps): ReactElement {
  const { mode } = useMode();
  return (
    <Link to="/$mode/$" params={{ mode, _splat: `${section}/${id}` }}>
      {id}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';

export function NotFound(): ReactElement {
  return (
    <>
      <h1>Not found</h1>
      <p>This page does not exist.</p>
      <p>
        <Link to="/$mode/overview" params={{ mode: 'test' }}>
          Go to the overview
        </Link>
      </p>
    </>
  );
}

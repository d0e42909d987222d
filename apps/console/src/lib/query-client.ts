import { QueryClient } from '@tanstack/react-query';
import { isTemporary } from './problem';

/** Reads are kept for a moment, so that going back is instant, and read again when the window gets the focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      retry: (failures, error) => failures < 2 && isTemporary(error),
    },
  },
});

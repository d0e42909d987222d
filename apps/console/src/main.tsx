import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { focusNewPage, keepFocus } from './lib/focus';
import { watchMissingParts } from './lib/load-again';
import { guardPresses } from './lib/press-once';
import { queryClient, router } from './router';
import { watchInput } from './session/console-fetch';
import { takeProviderResponse } from './session/provider';
import { takeLinkToken } from './session/welcome-page';
import './ui/base.css';

// Before the first request, so that tokens and codes are in no history and no Referer.
takeLinkToken();
takeProviderResponse();
guardPresses(document);
keepFocus(document);
watchInput(document);
watchMissingParts(import.meta.url);
router.subscribe('onRendered', focusNewPage);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');

// A page of the back-forward cache may show what the person could see before a sign-out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) window.location.reload();
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

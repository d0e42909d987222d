import type { PaymentPages } from '@svc/core';
import type { RequestHandler } from 'express';
import { htmlPage, sendHtml } from '../docs/html-page.js';

const THANKS = htmlPage(
  'Thank you',
  `<h1>Thank you</h1>
  <p>The shop learns the outcome of your payment from the payment processor. You can close this page.</p>`,
);

/** Where a payment processor sends customers back to. Coming back proves nothing about the payment. */
export function answerReturn(pages: PaymentPages): RequestHandler {
  return async (request, response) => {
    const target = await pages.returnTarget(String(request.params['token']));
    // Relative, since a proxy may serve this instance under a path.
    const location = target && ('url' in target ? target.url : `../../../${target.page}`);
    if (location !== undefined) return response.redirect(303, location);
    sendHtml(response, 200, THANKS);
  };
}

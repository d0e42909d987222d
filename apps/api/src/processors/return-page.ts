import { htmlPage } from '../docs/html-page.js';

/** Where a payment processor sends customers back to. Coming back proves nothing about the payment. */
export const RETURN_PAGE = htmlPage(
  'Thank you',
  `<h1>Thank you</h1>
  <p>The shop learns the outcome of your payment from the payment processor. You can close this page.</p>`,
);

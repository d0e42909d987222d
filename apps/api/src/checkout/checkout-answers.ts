import { isDatabaseAway, isDatabaseBusy, type CheckoutPages, type CheckoutView } from '@svc/core';
import type { Request, RequestHandler, Response } from 'express';
import { readForm } from '../http/request-body.js';
import { sendHtml } from '../docs/html-page.js';
import { checkoutPage, unavailablePage, unknownPage, type Notice, type PageRequest } from './checkout-page.js';
import { payerLocale, type PayerLocale } from './payer-locale.js';
import { payerPagePolicy } from './payer-page.js';

// A type alias: handlers of Express need an index signature, which an interface lacks.
type PageAddress = { cell: string; token: string };
type PageHandler = RequestHandler<PageAddress>;

const NOTICES: ReadonlySet<string | undefined> = new Set<Notice>(['declined', 'authentication_failed']);
const AUTHENTICATION = 'authentication';

/** How often a page looks for news. There is something to press on the second one, so it does so less often. */
const REFRESH_S = { processing: 2, redirect: 10 } as const;
const RETRY_AFTER_S = 2;

/** Serves the payment page of a checkout session. */
export function answerCheckoutPage(pages: CheckoutPages): PageHandler {
  return forPayers(async (request, response) => {
    const view = await pages.find(request.params.token);
    if (view === undefined) return unknown(request, response);
    show(request, response, view, pageRequest(request));
  });
}

/** Handles a button of the page. */
export function answerCheckoutAction(pages: CheckoutPages): PageHandler {
  return forPayers(async (request, response) => {
    const { token } = request.params;
    const outcome = (await readForm(request)).get('outcome');
    const view = await pages.find(token);
    if (view === undefined) return unknown(request, response);
    if (!view.isSandbox) return goOn(request, response, await pages.pay(token));
    switch (outcome) {
      case 'complete':
        return goOn(request, response, await pages.completeSandbox(token));
      case 'authenticate':
        return see(response, `${token}?step=${AUTHENTICATION}`);
      case 'decline':
        return see(response, withNotice(token, 'declined'));
      case 'fail':
        return see(response, withNotice(token, 'authentication_failed'));
      default:
        return see(response, token);
    }
  });
}

/** Sends the payer to where the payment continues. */
function goOn(request: Request<PageAddress>, response: Response, view: CheckoutView | undefined): void {
  if (view === undefined) return unknown(request, response);
  const { token } = request.params;
  if (view.state === 'completed') return show(request, response, view);
  if (view.url !== null) return see(response, view.url);
  // Open again after a payment at a processor: that payment was declined.
  see(response, view.state === 'open' && !view.isSandbox ? withNotice(token, 'declined') : token);
}

function show(request: Request, response: Response, view: CheckoutView, asked: PageRequest = {}): void {
  const { state, mode, successUrl } = view;
  // Not `<meta>`: the page follows the payment, which sets no time limit for its reader.
  if (state === 'processing' || state === 'redirect') response.setHeader('Refresh', REFRESH_S[state]);
  if (state === 'completed') response.setHeader('Location', successUrl);
  const html = checkoutPage(view, localeOf(request, view), asked);
  answer(response, { status: state === 'completed' ? 303 : 200, html, mode });
}

function unknown(request: Request, response: Response): void {
  answer(response, { status: 404, html: unknownPage(localeOf(request)) });
}

interface PageAnswer {
  readonly status: number;
  readonly html: string;
  readonly mode?: CheckoutView['mode'];
}

function answer(response: Response, { status, html, mode }: PageAnswer): void {
  response.setHeader('Content-Security-Policy', payerPagePolicy(mode));
  response.setHeader('X-Robots-Tag', 'noindex');
  sendHtml(response, status, html);
}

function see(response: Response, location: string): void {
  response.statusCode = 303;
  response.setHeader('Location', location);
  response.setHeader('Content-Length', 0);
  response.end();
}

/** Relative to the page, since a proxy may serve this instance under a path. */
function withNotice(token: string, notice: Notice): string {
  return `${token}?notice=${notice}`;
}

function pageRequest({ query }: Request<PageAddress>): PageRequest {
  const { notice, step } = query;
  return { notice: isNotice(notice) ? notice : undefined, isAuthentication: step === AUTHENTICATION };
}

function isNotice(value: unknown): value is Notice {
  return typeof value === 'string' && NOTICES.has(value);
}

function localeOf(request: Request, view?: CheckoutView): PayerLocale {
  return payerLocale(view?.locale ?? null, request.headers['accept-language']);
}

/** A payer gets a page, not a problem document, while Postgres is away. */
function forPayers(handle: (request: Request<PageAddress>, response: Response) => Promise<void>): PageHandler {
  return async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      if (!isDatabaseAway(error) && !isDatabaseBusy(error)) throw error;
      response.setHeader('Retry-After', RETRY_AFTER_S);
      answer(response, { status: 503, html: unavailablePage(localeOf(request)) });
    }
  };
}

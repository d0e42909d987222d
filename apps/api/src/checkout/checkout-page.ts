import type { CheckoutView } from '@svc/core';
import { escapeHtml } from '../docs/html-page.js';
import { localAmount, localTime, type PayerLocale } from './payer-locale.js';
import { payerPage } from './payer-page.js';
import { checkoutTexts, type CheckoutTexts } from './texts/texts.js';

export type Notice = keyof CheckoutTexts['notices'];

/** What the address adds to the state of the session. */
export interface PageRequest {
  readonly notice?: Notice | undefined;
  /** In the sandbox: the step that stands for 3-D Secure. */
  readonly isAuthentication?: boolean;
}

interface Context {
  readonly view: CheckoutView;
  readonly locale: PayerLocale;
  readonly texts: CheckoutTexts;
  readonly amount: string;
}

interface Content {
  readonly title: string;
  readonly main: string;
}

/** The payment page in the state of the session. */
export function checkoutPage(view: CheckoutView, locale: PayerLocale, request: PageRequest = {}): string {
  const texts = checkoutTexts[locale.language];
  const amount = localAmount(locale, view.amountValue, view.currency);
  const { title, main } = content({ view, locale, texts, amount }, request);
  const test = view.mode === 'test' ? `<p class="test">${escapeHtml(texts.testMode)}</p>` : '';
  return payerPage({
    locale,
    title: `${title} - ${view.merchant}`,
    header: `<p class="merchant"><bdi>${escapeHtml(view.merchant)}</bdi></p>${test}`,
    main,
    footer: view.state === 'open' ? paragraph(texts.validUntil(localTime(locale, view.expiresAt))) : '',
  });
}

/** The page for an address without a session. */
export function unknownPage(locale: PayerLocale): string {
  const { title, text } = checkoutTexts[locale.language].unknown;
  return payerPage({ locale, title, header: '', main: heading(title) + paragraph(text), footer: '' });
}

/** The page while the service cannot answer. */
export function unavailablePage(locale: PayerLocale): string {
  const { title, text, retry } = checkoutTexts[locale.language].unavailable;
  const main = heading(title) + paragraph(text) + link('?', retry);
  return payerPage({ locale, title, header: '', main, footer: '' });
}

function content(context: Context, request: PageRequest): Content {
  const { view, texts } = context;
  switch (view.state) {
    case 'open':
      return request.isAuthentication === true && view.isSandbox
        ? authentication(context)
        : open(context, request.notice);
    case 'closed':
      return { title: texts.closed.title, main: status(texts.closed) };
    case 'processing':
      return { title: texts.processing.title, main: status(texts.processing) + summary(context) };
    case 'redirect':
      return {
        title: texts.redirect.title,
        main:
          status(texts.redirect) +
          summary(context) +
          consent(context) +
          form(button(texts.redirect.continue)) +
          cancelLink(context),
      };
    case 'completed':
      return {
        title: texts.completed.title,
        main: status(texts.completed) + summary(context) + link(view.successUrl, texts.backTo(view.merchant)),
      };
    case 'expired':
      return {
        title: texts.expired.title,
        main: status(texts.expired) + link(view.cancelUrl, texts.backTo(view.merchant)),
      };
  }
}

function open(context: Context, notice: Notice | undefined): Content {
  const { view, texts, amount } = context;
  const pay = texts.pay(amount);
  const note = notice === undefined ? undefined : texts.notices[notice];
  const choices = view.isSandbox
    ? paragraph(texts.sandbox.text) +
      form(
        choice('complete', pay),
        choice('authenticate', texts.sandbox.authenticate, 'other'),
        choice('decline', texts.sandbox.decline, 'other'),
      )
    : form(button(pay)) + paragraph(texts.detailsFollow, 'muted');
  return {
    // A reader hears the title first, so it begins with what is new.
    title: note === undefined ? pay : `${note.title} - ${pay}`,
    main:
      `<h1 class="amount">${escapeHtml(pay)}</h1>` +
      (note === undefined ? '' : `<p class="notice" role="status">${escapeHtml(note.text)}</p>`) +
      details(context) +
      consent(context) +
      choices +
      cancelLink(context),
  };
}

/** What the button also stands for. */
function consent({ view, texts }: Context): string {
  return view.savesMethod ? paragraph(texts.savesCard(view.merchant)) : '';
}

function authentication(context: Context): Content {
  const { title, text, confirm, fail, back } = context.texts.authentication;
  return {
    title,
    main:
      heading(title) +
      paragraph(text) +
      summary(context) +
      form(choice('complete', confirm), choice('fail', fail, 'other')) +
      link('?', back),
  };
}

function summary(context: Context): string {
  return paragraph(context.amount, 'amount') + details(context);
}

/** What the payment is for, in the words of the merchant. */
function details({ view, locale, texts, amount }: Context): string {
  const { description, lineItems, currency } = view;
  const items = lineItems.map(({ name, quantity, amountValue }) => {
    const label = texts.quantity(new Intl.NumberFormat(locale.locale).format(quantity), name);
    const value = localAmount(locale, amountValue, currency);
    return `<div><dt><bdi>${escapeHtml(label)}</bdi></dt><dd>${escapeHtml(value)}</dd></div>`;
  });
  const total = `<div class="total"><dt>${escapeHtml(texts.total)}</dt><dd>${escapeHtml(amount)}</dd></div>`;
  return (
    (description === null ? '' : `<p><bdi>${escapeHtml(description)}</bdi></p>`) +
    (items.length === 0 ? '' : `<dl>${items.join('')}${total}</dl>`)
  );
}

function status({ title, text }: { title: string; text: string }): string {
  return `${heading(title)}<p role="status">${escapeHtml(text)}</p>`;
}

function cancelLink({ view, texts }: Context): string {
  return link(view.cancelUrl, texts.cancel(view.merchant));
}

function heading(text: string): string {
  return `<h1>${escapeHtml(text)}</h1>`;
}

function paragraph(text: string, className?: string): string {
  return `<p${className === undefined ? '' : ` class="${className}"`}>${escapeHtml(text)}</p>`;
}

function link(address: string, text: string): string {
  return `<p><a href="${escapeHtml(address)}">${escapeHtml(text)}</a></p>`;
}

function form(...buttons: string[]): string {
  return `<form method="post">${buttons.join('')}</form>`;
}

function button(text: string): string {
  return `<button>${escapeHtml(text)}</button>`;
}

function choice(outcome: string, text: string, className?: string): string {
  const style = className === undefined ? '' : ` class="${className}"`;
  return `<button name="outcome" value="${outcome}"${style}>${escapeHtml(text)}</button>`;
}

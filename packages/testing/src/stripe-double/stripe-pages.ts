import type { CheckoutSessions } from './checkout-sessions.js';
import { type Form, textOf } from './form.js';
import type { PaymentIntents } from './payment-intents.js';

/** What a browser gets: a page, or the address that it goes on to. */
type PageAnswer = { readonly html: string; readonly to?: never } | { readonly to: string; readonly html?: never };

interface StripePagesOptions {
  readonly checkout: CheckoutSessions;
  readonly intents: PaymentIntents;
}

/** The pages on which a customer enters a card, or confirms a payment to the bank. */
export class StripePages {
  constructor(private readonly options: StripePagesOptions) {}

  /** Undefined if there is no such page. */
  answer(path: string, form: Form): PageAnswer | undefined {
    const [, kind, id = ''] = path.split('/');
    if (kind === 'checkout' && this.options.checkout.all.has(id)) return this.checkoutPage(id, form);
    return kind === 'action' && this.options.intents.all.has(id) ? this.actionPage(id, form) : undefined;
  }

  private checkoutPage(id: string, form: Form): PageAnswer {
    const { checkout } = this.options;
    const session = checkout.find(id);
    const card = textOf(form, 'card');
    if (session.status === 'complete') return { to: session.success_url };
    if (session.status === 'expired') return { html: document('This page has expired', '') };
    if (card !== undefined && checkout.pay(id, card)) return { to: session.success_url };
    const refused = card === undefined ? '' : '<p role="alert">Your card was declined.</p>';
    const cards = ['pm_card_visa', 'pm_card_chargeDeclined'].map((each) => `<option>${each}</option>`).join('');
    const entry = `${refused}<form method="post"><label>Card <select name="card">${cards}</select></label> <button>Pay</button></form>`;
    return { html: document('Stripe', `${entry}<a href="${attribute(session.cancel_url)}">Back</a>`) };
  }

  private actionPage(id: string, form: Form): PageAnswer {
    const { intents } = this.options;
    const outcome = textOf(form, 'outcome');
    const returnUrl = intents.returnUrlOf(id);
    if (outcome !== 'complete' && outcome !== 'fail') {
      const buttons = ['complete', 'fail'].map((each) => `<button name="outcome" value="${each}">${each}</button>`);
      return { html: document('Your bank', `<form method="post">${buttons.join(' ')}</form>`) };
    }
    intents.act(id, outcome);
    return { to: returnUrl };
  }
}

function document(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>${body}</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

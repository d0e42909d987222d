import type { Language } from '../payer-locale.js';
import { german } from './german.js';
import { english } from './english.js';
import { french } from './french.js';
import { spanish } from './spanish.js';

/** A heading, which is also the title of the page, and what it says below. */
interface Passage {
  readonly title: string;
  readonly text: string;
}

/** The texts of the payment page in one language. Their arguments are plain text. */
export interface CheckoutTexts {
  readonly testMode: string;
  readonly pay: (amount: string) => string;
  /** What follows the button. */
  readonly detailsFollow: string;
  /** What the customer consents to by paying, if the card is saved. */
  readonly savesCard: (merchant: string) => string;
  readonly total: string;
  readonly quantity: (quantity: string, name: string) => string;
  readonly validUntil: (time: string) => string;
  readonly cancel: (merchant: string) => string;
  readonly backTo: (merchant: string) => string;
  readonly sandbox: {
    readonly text: string;
    readonly authenticate: string;
    readonly decline: string;
  };
  readonly authentication: Passage & { readonly confirm: string; readonly fail: string; readonly back: string };
  readonly processing: Passage;
  readonly redirect: Passage & { readonly continue: string };
  readonly completed: Passage;
  readonly expired: Passage;
  readonly closed: Passage;
  readonly unknown: Passage;
  readonly unavailable: Passage & { readonly retry: string };
  readonly notices: {
    readonly declined: Passage;
    readonly authentication_failed: Passage;
  };
}

export const checkoutTexts: Readonly<Record<Language, CheckoutTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

import type { Customer, PaymentPage, Svc } from '@svc/sdk';
import { moneyText } from '../lib/money';
import { objectPath } from '../lib/object-path';
import { statusText } from '../lib/status-text';
import type { NavigationPage } from '../shell/navigation';

/** Something that was found, and its address below the mode. */
export interface Result {
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** What the person may read. */
export interface Readable {
  readonly payments: boolean;
  readonly customers: boolean;
}

type Filter = Readonly<Record<string, string>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const FEW = 5;

/** What is found without a request: an object by its id, and pages by their name. All pages for an empty text. */
export function immediateResults(text: string, pages: readonly NavigationPage[]): Result[] {
  const path = objectPath(text);
  const section = pages.find((page) => path?.startsWith(`${page.path}/`) === true);
  if (path !== undefined && section !== undefined) return [{ title: text, detail: section.title, path }];
  const name = text.toLowerCase();
  return pages
    .filter(({ title }) => title.toLowerCase().includes(name))
    .map((page) => ({ title: page.title, detail: 'Page', path: page.path }));
}

/** Whether the service can know the text: an id already has a result. */
export function isLookedUp(text: string): boolean {
  return text !== '' && objectPath(text) === undefined;
}

/** What the service finds: customers and payments by e-mail address, else payments by reference. */
export async function lookUp(client: Svc, text: string, may: Readable, signal: AbortSignal): Promise<Result[]> {
  const isEmail = EMAIL.test(text);
  const filter: Filter = isEmail ? { email: text } : { reference: text };
  const [customers, payments] = await Promise.all([
    isEmail && may.customers ? client.customers.list({ ...filter, limit: FEW }, { signal }) : undefined,
    may.payments ? client.payments.list({ ...filter, limit: FEW }, { signal }) : undefined,
  ]);
  return [...(customers?.data.map(customerResult) ?? []), ...(payments ? paymentResults(payments, filter) : [])];
}

function customerResult({ id, email, firstName, lastName }: Customer): Result {
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return { title: id, detail: ['Customer', email, name].filter(Boolean).join(', '), path: `customers/${id}` };
}

function paymentResults({ data, hasMore }: PaymentPage, filter: Filter): Result[] {
  const results = data.map((payment): Result => {
    const { id, amount, status, stage, reference } = payment;
    const detail = ['Payment', moneyText(amount), statusText(stage ?? status), reference];
    return { title: id, detail: detail.filter(Boolean).join(', '), path: `payments/${id}` };
  });
  if (!hasMore) return results;
  return [...results, { title: 'Show all matching payments', detail: 'List', path: 'payments', search: filter }];
}

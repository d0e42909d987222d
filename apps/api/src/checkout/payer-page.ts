import { createHash } from 'node:crypto';
import type { CheckoutView } from '@svc/core';
import { escapeHtml } from '../docs/html-page.js';
import type { PayerLocale } from './payer-locale.js';

const STYLE = `
:root { color-scheme: light dark; --page: #f3f4f6; --card: #fff; --text: #1b1d22; --muted: #50555f; --line: #d9dce1;
  --accent: #0b57d0; --on-accent: #fff; --test: #ffe8b3; --on-test: #4a3200 }
@media (prefers-color-scheme: dark) {
  :root { --page: #111317; --card: #1c1f25; --text: #eceef2; --muted: #b3b8c2; --line: #3a3f49;
    --accent: #8ab4ff; --on-accent: #0a1b36; --test: #4a3a10; --on-test: #ffe8b3 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
header, main, footer { max-width: 28rem; margin: 0 auto; padding: 1rem }
main { background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
header p, main p { margin: .5rem 0 }
h1 { margin: 0 0 .5rem; font-size: 1.375rem }
h1, .amount { line-height: 1.25 }
.merchant { font-weight: 600 }
.test { display: inline-block; padding: .125rem .5rem; border-radius: .25rem; background: var(--test);
  color: var(--on-test); font-size: .875rem }
.amount { font-size: 1.75rem; font-weight: 600 }
.muted, footer { color: var(--muted) }
.notice { padding: .5rem .75rem; border-left: .25rem solid var(--accent); background: var(--page) }
dl { margin: 1rem 0; border-top: 1px solid var(--line) }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .5rem 0;
  border-bottom: 1px solid var(--line) }
dd { margin: 0 0 0 auto }
dl .total { font-weight: 600 }
button { display: block; width: 100%; min-height: 3rem; margin: .75rem 0; padding: .5rem 1rem; font: inherit;
  font-weight: 600; border: 2px solid var(--accent); border-radius: .5rem; background: var(--accent);
  color: var(--on-accent); cursor: pointer }
button.other { background: transparent; color: var(--accent) }
a { display: inline-block; padding: .625rem 0; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** What is around the content of a page for payers. */
interface PayerPage {
  readonly locale: PayerLocale;
  readonly title: string;
  /** HTML. */
  readonly header: string;
  /** HTML. */
  readonly main: string;
  /** HTML. */
  readonly footer: string;
}

/** A whole page for payers, without a script and without another file. */
export function payerPage({ locale, title, header, main, footer }: PayerPage): string {
  return `<!doctype html>
<html lang="${locale.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${header === '' ? '' : `<header>${header}</header>`}
<main>${main}</main>
${footer === '' ? '' : `<footer>${footer}</footer>`}
</body>
</html>
`;
}

/**
 * The CSP of a page for payers. Its forms post to the page itself, but Chromium applies `form-action` to the redirects
 * that follow too. They lead to processors and shops, which may redirect further. Test shops may have no TLS.
 */
export function payerPagePolicy(mode: CheckoutView['mode'] | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    // For the empty icon. Without it, browsers ask for /favicon.ico, and Firefox reports that as a violation.
    'img-src data:',
    `form-action 'self'${mode === undefined ? '' : ' https:'}${mode === 'test' ? ' http:' : ''}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

import { problems, type ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';
import type { Request, Response } from 'express';
import { problemType } from './problem-type.js';

type Settings = Pick<Config, 'PUBLIC_URL'>;

/** Every code of the contract with the address of its page. */
export function answerErrorIndex(request: Request, response: Response, config: Settings): void {
  const entries = codes.map((code) => {
    const { status, title } = problems[code];
    return { code, status, title, type: problemType(config, request.headers.host, code) };
  });
  answer(request, response, { data: entries }, () => {
    const rows = entries.map(
      ({ code, status, title }) =>
        `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${text(title)}</td></tr>`,
    );
    return page('Errors', `<h1>Errors</h1><table>${rows.join('')}</table>`);
  });
}

/** Cause, remedy and an example of one code; false when there is no such code. */
export function answerErrorPage(code: string, request: Request, response: Response, config: Settings): boolean {
  if (!isProblemCode(code)) return false;
  const { status, title, cause, fix, example } = problems[code];
  const type = problemType(config, request.headers.host, code);
  const sample = { type, title, status, code, detail: example, requestId: 'req_5f0c1f9b7a52' };
  answer(request, response, { code, status, title, cause, fix, example: sample }, () =>
    page(
      title,
      `<p><a href="/errors">Errors</a></p><h1>${text(title)}</h1><p>${status} <code>${code}</code></p>
      <h2>Cause</h2><p>${text(cause)}</p><h2>What to do</h2><p>${text(fix)}</p>
      <h2>Example</h2><pre>${text(JSON.stringify(sample, undefined, 2))}</pre>`,
    ),
  );
  return true;
}

const codes = Object.keys(problems) as ProblemCode[];

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

function answer(request: Request, response: Response, json: object, html: () => string): void {
  const asJson = request.accepts(['html', 'json']) === 'json';
  response.setHeader('Content-Type', `${asJson ? 'application/json' : 'text/html'}; charset=utf-8`);
  response.setHeader('Vary', 'Accept');
  response.end(asJson ? JSON.stringify(json) : html());
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${text(title)} - Svc Payments API</title>
    <style>body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
      pre { overflow: auto; padding: 1rem; background: #f4f4f5 } td { padding: 0.2rem 1rem 0.2rem 0 }</style>
  </head>
  <body>${content}</body>
</html>
`;
}

/** Text as HTML; what stands between backticks becomes code. */
function text(plain: string): string {
  const escaped = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

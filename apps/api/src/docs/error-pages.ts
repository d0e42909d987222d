import { problems, type ProblemCode } from '@svc/contract';
import type { Config } from '@svc/core';
import type { Request, Response } from 'express';
import { htmlPage, htmlText } from './html-page.js';
import { problemType } from '../http/public-url.js';

type Settings = Pick<Config, 'PUBLIC_URL'>;

/** Lists every problem code with a link to its page. */
export function answerErrorIndex(request: Request, response: Response, config: Settings): void {
  const entries = codes.map((code) => {
    const { status, title } = problems[code];
    return { code, status, title, type: problemType(config, request.headers.host, request.socket, code) };
  });
  answer(request, response, { data: entries }, () => {
    const rows = entries.map(
      ({ code, status, title }) =>
        `<tr><td>${status}</td><td><a href="/errors/${code}"><code>${code}</code></a></td><td>${htmlText(title)}</td></tr>`,
    );
    return htmlPage('Errors', `<h1>Errors</h1><table>${rows.join('')}</table>`);
  });
}

/** Cause, remedy and an example of a code. Returns false for an unknown code. */
export function answerErrorPage(code: string, request: Request, response: Response, config: Settings): boolean {
  if (!isProblemCode(code)) return false;
  const { status, title, cause, fix, example } = problems[code];
  const type = problemType(config, request.headers.host, request.socket, code);
  const sample = { type, title, status, code, detail: example, requestId: 'req_5f0c1f9b7a52' };
  answer(request, response, { code, status, title, cause, fix, example: sample }, () =>
    htmlPage(
      title,
      `<p><a href="/errors">Errors</a></p><h1>${htmlText(title)}</h1><p>${status} <code>${code}</code></p>
      <h2>Cause</h2><p>${htmlText(cause)}</p><h2>What to do</h2><p>${htmlText(fix)}</p>
      <h2>Example</h2><pre>${htmlText(JSON.stringify(sample, undefined, 2))}</pre>`,
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
  const body = asJson ? JSON.stringify(json) : html();
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}

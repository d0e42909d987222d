import { amountText, cellCode, returnUrlOf, type Config, type RequestedAction, type SandboxActions } from '@svc/core';
import type { RequestHandler, Response } from 'express';
import { htmlPage, htmlText, sendHtml } from '../docs/html-page.js';
import { readForm } from '../http/request-body.js';
import { allowFormTarget } from '../http/security-headers.js';

// A type alias: handlers of Express need an index signature, which an interface lacks.
type PageAddress = { cell: string; token: string };

const TEXTS = {
  unknown: [404, 'No such page', 'There is no sandbox payment under this address.'],
  over: [409, 'Nothing to do', 'This payment no longer waits for its customer.'],
  wrong: [422, 'Nothing chosen', 'Send `outcome=complete` or `outcome=decline`, as a form does.'],
  complete: [200, 'Completed', 'The customer has paid. The payment goes on; you can close this page.'],
  decline: [200, 'Declined', 'The customer has declined. The payment fails; you can close this page.'],
} as const;

/** Serves the page of a sandbox payment for its customer. */
export function answerSandboxPage(actions: SandboxActions, config: Config): RequestHandler<PageAddress> {
  return async (request, response) => {
    const asked = await find(actions, request.params, config);
    if (asked === undefined) return answer(response, 'unknown');
    if (!asked.waits) return answer(response, 'over');
    if (asked.returnUrl !== null) allowFormTarget(response, asked.returnUrl);
    sendHtml(response, 200, form(asked));
  };
}

/** Handles the customer's choice on that page. */
export function answerSandboxAction(actions: SandboxActions, config: Config): RequestHandler<PageAddress> {
  return async (request, response) => {
    const outcome = (await readForm(request)).get('outcome');
    const asked = await find(actions, request.params, config);
    if (asked === undefined) return answer(response, 'unknown');
    if (outcome !== 'complete' && outcome !== 'decline') return answer(response, 'wrong');
    const isDone = await actions.act(request.params.token, outcome);
    const { id, returnUrl } = asked;
    if (returnUrl !== null) return response.redirect(303, returnUrlOf({ id, returnUrl }));
    answer(response, isDone ? outcome : 'over');
  };
}

/** Returns undefined for an unknown page. */
async function find(
  actions: SandboxActions,
  { cell, token }: PageAddress,
  { CELL }: Config,
): Promise<RequestedAction | undefined> {
  return cell === cellCode(CELL) ? actions.find(token) : undefined;
}

function form({ amountValue, currency }: RequestedAction): string {
  return htmlPage(
    'Sandbox payment',
    `<h1>Sandbox payment</h1>
    <p>This page stands for the one of a bank. No money moves.</p>
    <p>To pay: ${htmlText(amountText(amountValue, currency))}</p>
    <form method="post">
      <button name="outcome" value="complete">Pay</button>
      <button name="outcome" value="decline">Decline</button>
    </form>`,
  );
}

function answer(response: Response, what: keyof typeof TEXTS): void {
  const [status, title, text] = TEXTS[what];
  sendHtml(response, status, htmlPage(title, `<h1>${htmlText(title)}</h1><p>${htmlText(text)}</p>`));
}

// Compile-time checks of @Operation: the compiler must refuse each line after `@ts-expect-error` and accept all others.
// This code never runs; the test at the end compiles this file.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { Operation } from './operation.js';
import type { Input, Output, Schemas } from './schemas.js';

declare const payment: Schemas['Payment'];
declare const webhook: Schemas['Webhook'];
declare const event: Schemas['WebhookEvent'];
declare const delivery: Schemas['Delivery'];

interface Caller {
  account: string;
}

export function controllers(): unknown[] {
  class Fitting {
    @Operation('createPayment')
    direct(input: Input<'createPayment'>): Output<'createPayment'> {
      return { ...payment, amount: input.body.amount };
    }

    @Operation('createPayment')
    async later(_input: Input<'createPayment'>, _caller: Caller): Promise<Output<'createPayment'>> {
      return payment;
    }

    @Operation('getPayment')
    byId(input: { params: { paymentId: string } }): Schemas['Payment'] {
      return { ...payment, id: input.params.paymentId };
    }

    @Operation('listPayments')
    page(input: Input<'listPayments'>): Output<'listPayments'> {
      const limit: number | undefined = input.query.limit;
      return { data: limit === 0 ? [] : [payment], hasMore: false, nextCursor: null };
    }

    @Operation('approvePayment')
    optionalBody(input: Input<'approvePayment'>): Schemas['Payment'] {
      const reason: string | undefined = input.body?.reason;
      const key: string | undefined = input.headers.idempotencyKey;
      return { ...payment, description: reason ?? key ?? null };
    }

    @Operation('updatePayment')
    change(input: Input<'updatePayment'>): Output<'updatePayment'> {
      const metadata: Record<string, unknown> | null | undefined = input.body.metadata;
      return metadata === null ? { ...payment, metadata: {} } : payment;
    }

    @Operation('redeliverDelivery')
    async started(input: Input<'redeliverDelivery'>): Promise<Schemas['Delivery']> {
      const body: undefined = input.body;
      return { ...delivery, id: `${input.params.deliveryId}${body}` };
    }

    @Operation('streamEvents')
    stream(input: Input<'streamEvents'>): Output<'streamEvents'> {
      const id: string = input.headers.lastEventId ?? '';
      return {
        async *messages() {
          yield { id, data: undefined };
        },
      };
    }

    @Operation('deleteWebhook')
    async nothing(_input: Input<'deleteWebhook'>): Promise<void> {}
  }

  class Misfitting {
    // @ts-expect-error the input of another operation
    @Operation('createPayment')
    otherInput(_input: Input<'getPayment'>): Output<'createPayment'> {
      return payment;
    }

    // @ts-expect-error a field that the contract does not have
    @Operation('createPayment')
    unknownField(_input: { body: { total: number } }): Output<'createPayment'> {
      return payment;
    }

    // @ts-expect-error the response of another operation
    @Operation('createPayment')
    otherOutput(_input: Input<'createPayment'>): Output<'getWebhook'> {
      return webhook;
    }

    // @ts-expect-error the same, in a promise
    @Operation('createPayment')
    async laterOtherOutput(_input: Input<'createPayment'>): Promise<Output<'getWebhook'>> {
      return webhook;
    }

    @Operation('approvePayment')
    bodyTakenForGranted(input: Input<'approvePayment'>): Output<'approvePayment'> {
      // @ts-expect-error the body may be left out
      return { ...payment, description: input.body.reason ?? null };
    }

    // @ts-expect-error a 202 response of another kind
    @Operation('redeliverDelivery')
    nothingStarted(_input: Input<'redeliverDelivery'>): void {}

    // @ts-expect-error an event instead of a stream
    @Operation('streamEvents')
    oneEvent(_input: Input<'streamEvents'>): Output<'getEvent'> {
      return event;
    }

    // @ts-expect-error a response without the secret
    @Operation('createWebhook')
    missingField(_input: Input<'createWebhook'>): Output<'getWebhook'> {
      return webhook;
    }

    // @ts-expect-error a response body for 204
    @Operation('deleteWebhook')
    async answerToDelete(_input: Input<'deleteWebhook'>): Promise<Schemas['Webhook']> {
      return webhook;
    }

    // @ts-expect-error no such operation
    @Operation('refundEverything')
    unknownOperation(): void {}
  }

  return [Fitting, Misfitting];
}

export function narrowedByType(event: Schemas['WebhookEvent']): string {
  if (event.type === 'payment.failed') return event.data.failure?.code ?? event.data.status;
  if (event.type === 'webhook.test') return event.data.message;
  // @ts-expect-error other event types have other data
  const payment: Schemas['PaymentEventData'] = event.data;
  return payment.id;
}

it('the compiler refuses methods that do not match the contract, and accepts those that do', async () => {
  const tsc = fileURLToPath(new URL('../../../node_modules/@typescript/native/bin/tsc', import.meta.url));
  const project = fileURLToPath(new URL('../tsconfig.types.json', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--project', project]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}, 60_000);

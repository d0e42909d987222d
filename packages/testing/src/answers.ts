import { expect } from 'vitest';
import type { Answer, Client } from './client.js';
import { eventually } from './wait.js';

/** Status and code of an answer. A success has no code. */
export function problem({ status, body }: Pick<Answer, 'status' | 'body'>): [number, unknown] {
  return [status, body['code']];
}

/** The errors of a refused request, each as `/pointer code` or `parameter code`. */
export function errors({ body }: Answer): string[] {
  const list = (body['errors'] ?? []) as { pointer?: string; parameter?: string; code: string }[];
  return list.map(({ pointer, parameter, code }) => `${pointer ?? parameter ?? ''} ${code}`);
}

/** The body of an answer that must be a success. */
export async function ok(sent: Promise<Answer>): Promise<Answer['body'] & { id: string }> {
  const { status, text, body } = await sent;
  if (status >= 300) throw new Error(`answered ${status}: ${text}`);
  return { ...body, id: String(body['id']) };
}

/** The ids of a page of a list. */
export function idsOf({ body }: Answer): string[] {
  return (body['data'] as { id: string }[]).map(({ id }) => id);
}

/** The id of an object as the database has it: `pay_42` is 42. */
export function rowId(publicId: unknown): string {
  return String(publicId).replace(/^[a-z]+_/, '');
}

/** Reads a payment again until it has these fields, and returns it. */
export function paymentReached(client: Client, id: string, state: Record<string, unknown>): Promise<Answer['body']> {
  return eventually(
    async () => {
      const { body } = await client.get(`/v1/payments/${id}`);
      expect(body).toMatchObject(state);
      return body;
    },
    { timeoutMs: 20_000 },
  );
}

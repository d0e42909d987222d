import { decodeWorkRef, type WorkRef } from '../platform/queues/work-ref.js';

/** What an acquirer's reference names, if it is written exactly as this service writes it: two numbers. */
export function ownReference(reference: string): WorkRef | undefined {
  const named = decodeWorkRef(reference);
  return named?.webhookId === undefined ? named : undefined;
}

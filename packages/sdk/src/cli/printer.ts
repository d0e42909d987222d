import type { WebhookEvent } from '../webhooks.js';
import type { Outcome } from './forwarder.js';

/**
 * What is printed about an event: its position in the stream, and the result of forwarding it. Null if it was only
 * shown.
 */
export interface Shown {
  readonly id: string;
  readonly event: WebhookEvent;
  readonly outcome: Outcome | null;
}

export interface Ready {
  readonly apiBase: string;
  readonly forwardTo: string | null;
  /** Null if nothing is forwarded, or if the user has chosen the secret. */
  readonly secret: string | null;
}

export interface Summary {
  readonly received: number;
  readonly acknowledged: number;
  readonly failed: number;
  /** The position to continue at with `--since`. */
  readonly lastEventId: string | null;
}

/** Prints what happens. */
export interface Printer {
  ready(ready: Ready): void;
  event(shown: Shown): void;
  lost(reason: string, waitMs: number): void;
  back(): void;
  summary(summary: Summary): void;
}

type Write = (line: string) => void;

/** Output for people. */
export class TextPrinter implements Printer {
  constructor(private readonly write: Write) {}

  ready({ apiBase, forwardTo, secret }: Ready): void {
    if (forwardTo === null) {
      this.write(`Ready. Test events of ${apiBase} are shown; --forward-to sends them to a handler.`);
      return;
    }
    if (secret !== null) this.write(`Your webhook signing secret is ${secret}`);
    this.write(`Ready. Test events of ${apiBase} go to ${forwardTo}.`);
  }

  event({ event, outcome }: Shown): void {
    const time = new Date().toTimeString().slice(0, 8);
    const what = `${time}  ${event.type.padEnd(22)} ${event.id}`;
    if (outcome === null) this.write(what);
    else this.write(`${what}  ${outcome.status ?? 'ERR'} in ${outcome.ms} ms${after(outcome.reason)}`);
  }

  lost(reason: string, waitMs: number): void {
    this.write(`Connection lost${after(reason)}. Retrying in ${(waitMs / 1_000).toFixed(1)} s.`);
  }

  back(): void {
    this.write('Connected again. The stream continues where it stopped.');
  }

  summary({ received, acknowledged, failed }: Summary): void {
    const forwarded = acknowledged + failed === 0 ? '' : `: ${acknowledged} acknowledged, ${failed} failed`;
    this.write(`${received} event${received === 1 ? '' : 's'}${forwarded}.`);
  }
}

/** Output for programs: a JSON object a line, with the type in `kind`. */
export class JsonPrinter implements Printer {
  constructor(private readonly write: Write) {}

  ready(ready: Ready): void {
    this.line('ready', ready);
  }

  event(shown: Shown): void {
    this.line('event', shown);
  }

  lost(reason: string, waitMs: number): void {
    this.line('lost', { reason, waitMs });
  }

  back(): void {
    this.line('back', {});
  }

  summary(summary: Summary): void {
    this.line('summary', summary);
  }

  private line(kind: string, fields: object): void {
    this.write(JSON.stringify({ kind, ...fields }));
  }
}

function after(reason: string | null): string {
  return reason === null ? '' : `: ${reason}`;
}

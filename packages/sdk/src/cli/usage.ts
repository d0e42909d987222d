/** The arguments or settings are invalid. */
export class UsageError extends Error {
  /** Hides user name and password of a URL that the message repeats. */
  constructor(message: string) {
    super(message.replace(/\/\/\S*@/g, '//'));
  }
}

export const USAGE = `Usage: svc listen [options]

Streams the events of an account's test mode to this terminal, and forwards each of
them to your handler, signed like a webhook.

  --forward-to <url>     the URL that events are POSTed to, such as localhost:4242/hooks;
                         without it, they are only shown; a user name and password
                         in it are sent, but not printed
  --events <types>       only these, separated by commas: payment.completed,payment.failed
  --since <id>           start after this event (evt_…), or where a stream ended;
                         the default is now
  --secret <secret>      the secret to sign events with, 8 to 256 characters, which is
                         not printed; by default a new one is generated and printed
  --concurrency <n>      forward up to n events at the same time, 1 to 16; by default 1,
                         in order
  --skip-verify          accept any certificate of the handler
  --json                 print one JSON object a line
  --api-key <key>        test key of the account (SVC_API_KEY)
  --api-base <url>       URL of the service (SVC_API_BASE);
                         the default is http://127.0.0.1:3000
  -h, --help             print this help
  -v, --version          print the version

Each event is forwarded once. A failure is shown, but not retried. After a lost
connection, svc listen reconnects and the stream continues. Press Ctrl-C to stop.
`;

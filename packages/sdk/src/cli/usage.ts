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

  --forward-to <url>     where to POST the events, such as localhost:4242/hooks;
                         without it they are only shown; user and password
                         in it are sent, and not shown
  --events <kinds>       only these, comma-separated: payment.completed,payment.failed
  --since <id>           begin behind this event (evt_…), or where a stream ended;
                         without it, now
  --secret <secret>      what the events are signed with, 8 to 256 characters;
                         without it a new one is made and shown
  --concurrency <n>      forward up to so many at once, 1 to 16; by default 1, in order
  --skip-verify          take any certificate of the handler
  --json                 print a JSON object a line
  --api-key <key>        test key of the account (SVC_API_KEY)
  --api-base <url>       address of the service (SVC_API_BASE);
                         by default http://127.0.0.1:3000
  -h, --help             this
  -v, --version          the version

Forwarding is tried once: a failure is shown, nothing is sent again. A connection that
is lost is opened again, and the stream goes on where it was. Ctrl-C ends it.
`;

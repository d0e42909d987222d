// Takes deliveries at http://localhost:4242/hooks: `node webhook-handler.mjs`, with WEBHOOK_SECRET set.
import { createServer } from 'node:http';
import { verify, WebhookVerificationError } from '@svc/sdk/webhooks';

/** Longer than any delivery. */
const MAX_BODY = 1_048_576;
const handled = new Set();

const server = createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => {
      // A client that broke off, or a mistake of ours, such as a secret that is not set. The service delivers again.
      console.error(error);
      response.writeHead(500).end();
    },
  );
});

async function receive(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_BODY) return 413;
  }
  let event;
  try {
    event = await verify(Buffer.concat(chunks), request.headers, process.env.WEBHOOK_SECRET, { tolerance: 300 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log(`refused: ${error.message}`);
    return 400;
  }
  // An event may come twice. A real handler remembers this where it keeps the rest of its data.
  if (!handled.has(event.id)) console.log(event.type, event.data.id ?? '');
  handled.add(event.id);
  return 200;
}

server.listen(Number(process.env.PORT ?? 4242), () => console.log(`ready on ${server.address().port}`));

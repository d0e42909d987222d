// Takes deliveries at http://localhost:4242/hooks: `node webhook-handler.mjs`, with WEBHOOK_SECRET set.
import { createServer } from 'node:http';
import { verify, WebhookVerificationError } from '@svc/sdk/webhooks';

const handled = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = await verify(Buffer.concat(chunks), request.headers, process.env.WEBHOOK_SECRET, { tolerance: 300 });
  } catch (error) {
    // Anything else, such as a secret that is not set, is a mistake of ours.
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.log(`refused: ${error.message}`);
    return response.writeHead(400).end();
  }
  // An event may come twice. A real handler remembers this where it keeps the rest of its data.
  if (!handled.has(event.id)) console.log(event.type, event.data.id ?? '');
  handled.add(event.id);
  response.writeHead(200).end();
});

server.listen(Number(process.env.PORT ?? 4242), () => console.log(`ready on ${server.address().port}`));

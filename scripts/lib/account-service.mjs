// Makes accounts for the tests of one run, as `npm run account:create` does, without loading the service for each of them.
// POST {databaseUrl, apiKeyPepper, tier}; answers {accountId, testKey, liveKey}. The first line of the output is its port.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const server = createServer((request, response) => {
  makeAccount(request).then(
    (account) => response.end(JSON.stringify(account)),
    (error) => response.writeHead(500).end(error.stack),
  );
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
// Whoever started it has gone.
process.stdin.resume().on('close', () => process.exit());

async function makeAccount(request) {
  const options = await json(request);
  // Only once it is needed: most tests need no account.
  const { createAccount, migrate } = await import('@svc/core');
  await migrate(options.databaseUrl);
  const { accountId, testKey, liveKey } = await createAccount(options);
  return { accountId, testKey, liveKey };
}

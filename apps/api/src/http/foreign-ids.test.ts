import { readFileSync } from 'node:fs';
import { operations, type OperationDescriptor } from '@svc/contract';
import { errors, makeSampleObjects, ok, sampleBody, samplePath, stackWithAccount, type Answer } from '@svc/testing';
import { describe, expect, it } from 'vitest';

/** A field of a request body that names an object, such as `/customer/id` of createPayment, which names a `cust`. */
interface Reference {
  readonly operation: OperationDescriptor;
  readonly pointer: string;
  readonly prefix: string;
}

interface Schema {
  readonly $ref?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

type Described = Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;

const contract = JSON.parse(readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8')) as {
  paths: Described;
  components: { schemas: Record<string, Schema> };
};

function idsIn(given: Schema, pointer = ''): { pointer: string; prefix: string }[] {
  const schema = given.$ref === undefined ? given : contract.components.schemas[given.$ref.split('/').at(-1) ?? ''];
  if (schema === undefined) throw new Error(`the contract has no ${given.$ref ?? ''}`);
  const prefix = /^\^(?:\(\?:)?([a-z]+)_\[0-9\]/.exec(schema.pattern ?? '')?.[1];
  return [
    ...(prefix === undefined ? [] : [{ pointer, prefix }]),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => idsIn(each, `${pointer}/${name}`)),
    ...(schema.items === undefined ? [] : idsIn(schema.items, `${pointer}/0`)),
    ...[schema.oneOf, schema.anyOf, schema.allOf].flatMap((all = []) => all.flatMap((each) => idsIn(each, pointer))),
  ];
}

const references: Reference[] = Object.values(operations).flatMap((operation: OperationDescriptor) => {
  const described = contract.paths[operation.path]?.[operation.method.toLowerCase()];
  const schema = described?.requestBody?.content['application/json']?.schema;
  return schema === undefined ? [] : idsIn(schema).map((found) => ({ operation, ...found }));
});

const { stack, account, client } = await stackWithAccount();
const samples = await makeSampleObjects(stack, account.testKey);
const subscription = await ok(client.get(`/v1/subscriptions/${samples.get('subscriptionId') ?? ''}`));
const own = await referable(account.testKey, String(subscription['customerId']));
const objects = new Map([...samples, ['customerId', own['cust'] ?? '']]);
const ofOtherMode = await referable(account.liveKey);
const ofAnotherAccount = await referable((await stack.createAccount('enterprise')).testKey);
await stack.stopWorker();

type Ids = Readonly<Record<string, string>>;

/** Objects of every kind that a body can name, by the prefix of their ids, of a new customer or the given one. */
async function referable(key: string, customerId?: string): Promise<Ids> {
  const its = stack.client(key);
  const make = async (path: string, body: object): Promise<string> => (await ok(its.post(path, body))).id;
  const cust = customerId ?? (await make('/v1/customers', { email: 'ada@example.com' }));
  const pm = await make(`/v1/customers/${cust}/payment-methods`, { type: 'card', processorToken: 'tok_sample' });
  // In live mode, a payment waits for an approval. In test mode it completes, and can be refunded.
  const wait = key.startsWith('sk_test_') ? '?wait=20' : '';
  const pay = await make(`/v1/payments${wait}`, { amount: { value: 1000, currency: 'USD' } });
  const callbackSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const credentials = { url: 'https://gateway.invalid', apiKey: 'acq_sample', callbackSecret };
  const proc = await make('/v1/processors', { kind: 'http', name: 'Sample', enabled: false, credentials });
  return { cust, pm, pay, proc };
}

/** Sends the sample of an operation with an id in one field. What else it names is our own. */
function send({ operation, pointer }: Reference, id: string): Promise<Answer> {
  const body = structuredClone(sampleBody(operation)) as Record<string, unknown>;
  for (const other of references) {
    if (other.operation === operation && other.prefix === 'cust') put(body, other.pointer, own['cust'] ?? '');
  }
  put(body, pointer, id);
  const headers: Record<string, string> = operation.statuses.includes(428) ? { 'if-match': '*' } : {};
  return client.send(operation.method, samplePath(operation, objects), body, { headers });
}

/** Puts an id into a field. An object around it, such as `customer`, then has only this field. */
function put(body: Record<string, unknown>, pointer: string, id: string): void {
  const [, name = '', inner] = pointer.split('/');
  body[name] = inner === undefined ? id : { [inner]: id };
}

/** Grows with everything that is created or changed. */
async function written(): Promise<unknown> {
  const tables = [
    'payments',
    'refunds',
    'customers',
    'subscriptions',
    'checkout_sessions',
    'payment_methods',
    'events',
  ];
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  return (await stack.query(`SELECT ${counts.join(', ')}`))[0];
}

describe('row 24: an id in a body', () => {
  it('is found in the contract wherever a body names an object', () => {
    const found = references.map(({ operation, pointer }) => `${operation.operationId} ${pointer}`);
    expect(found).toEqual(expect.arrayContaining(['createPayment /customer/id', 'createPayment /processorId']));
    expect([...new Set(references.map(({ prefix }) => prefix))].sort()).toEqual(Object.keys(own).sort());
  });

  it.each(references.map((each) => ({ ...each, field: `${each.operation.operationId} ${each.pointer}` })))(
    '$field of another account or the other mode is one that does not exist',
    async (reference) => {
      const { pointer, prefix } = reference;
      const before = await written();
      const unknown = await send(reference, `${prefix}_249801938345984003`);
      expect(unknown.status).toBe(422);
      expect(errors(unknown)).toEqual([`${pointer} not_found`]);
      for (const foreign of [ofAnotherAccount, ofOtherMode]) {
        const answer = await send(reference, foreign[prefix] ?? '');
        expect([answer.status, answer.body['errors']]).toEqual([422, unknown.body['errors']]);
      }
      expect(await written()).toEqual(before);
      expect(errors(await send(reference, own[prefix] ?? ''))).not.toContain(`${pointer} not_found`);
    },
  );
});

// Changes that do not break clients: `/v1` may grow in these ways.
import { answer, field, payment, payments, schema } from './parts.mjs';

/** @typedef {import('./parts.mjs').Change} Change */

/** @type {Array<[name: string, change: Change, base?: Change]>} */
export const harmless = [
  ['nothing changes', () => {}],
  [
    'a path is added',
    (d) =>
      (d.paths['/v1/branches'] = { get: { ...structuredClone(d.paths[payments].get), operationId: 'listBranches' } }),
  ],
  [
    'an operation is added',
    (d) => (d.paths[payment].put = { ...structuredClone(d.paths[payment].patch), operationId: 'replacePayment' }),
  ],
  [
    'an optional parameter is added',
    (d) => d.paths[payments].get.parameters.push({ name: 'branch', in: 'query', schema: { type: 'string' } }),
  ],
  [
    'an optional field is added to a request',
    (d) => (schema(d, 'CreatePayment').properties.branch = { type: 'string', maxLength: 10 }),
  ],
  ['a required field of a request becomes optional', (d) => delete schema(d, 'CreatePayment').required],
  [
    'a field is added to an answer',
    (d) => {
      schema(d, 'Payment').properties.branch = { type: 'string', nullable: true };
      schema(d, 'Payment').required.push('branch');
    },
  ],
  [
    'the maximum length of a string increases, in requests and responses',
    (d) => {
      for (const name of ['CreatePayment', 'UpdatePayment', 'Payment']) field(d, name, 'description').maxLength = 2000;
    },
  ],
  ['a field of a request may be null', (d) => (field(d, 'CreatePayment', 'description').nullable = true)],
  ['a value of a parameter is added', (d) => d.components.parameters.PaymentStatusFilter.schema.enum.push('refunded')],
  [
    'a kind of event is added',
    (d) => {
      schema(d, 'EventKind').enum.push('branch.opened');
      schema(d, 'WebhookEvent').oneOf.push({ $ref: '#/components/schemas/branch.opened' });
      const opened = structuredClone(schema(d, 'customer.created'));
      opened.properties.type.enum = ['branch.opened'];
      d.components.schemas['branch.opened'] = opened;
    },
  ],
  [
    'an error code is added',
    (d) => {
      schema(d, 'ProblemCode').enum.push('branch_closed');
      schema(d, 'ProblemCode')['x-problems'].branch_closed = { status: 409 };
    },
  ],
  [
    'a field refers to another open list, which has all values of the old one',
    (d) => {
      const wider = structuredClone(schema(d, 'EventKind'));
      wider.enum.unshift('*');
      d.components.schemas.WiderKind = wider;
      field(d, 'Delivery', 'type').$ref = '#/components/schemas/WiderKind';
    },
  ],
  ['an action of the audit log is added', (d) => schema(d, 'AuditAction').enum.push('branch.opened')],
  [
    'a status of an error is added',
    (d) => (d.paths[payments].get.responses['409'] = { $ref: '#/components/responses/StateConflict' }),
  ],
  ['a header is added to an answer', (d) => (answer(d).headers['Svc-Branch'] = { schema: { type: 'string' } })],
  [
    'a media type of a request is added',
    (d) =>
      (d.paths[payments].post.requestBody.content['text/json'] =
        d.paths[payments].post.requestBody.content['application/json']),
  ],
  [
    'a description, a summary and an example change',
    (d) => {
      d.paths[payments].post.summary = 'Make a payment';
      schema(d, 'Payment').description = 'Money that is asked for.';
      field(d, 'Payment', 'description').example = 'Order 7';
    },
  ],
  [
    'an operation is deprecated with a year of notice',
    (d) =>
      Object.assign(d.paths[payments].get, {
        deprecated: true,
        'x-deprecated-since': '2030-01-01',
        'x-sunset': '2031-06-01',
      }),
  ],
  [
    'an operation is removed after its sunset',
    (d) => delete d.paths[payment].patch,
    (d) => Object.assign(d.paths[payment].patch, { deprecated: true, 'x-sunset': '2020-01-01' }),
  ],
  [
    'an optional header of a delivery is added',
    (d) => {
      const [sent] = Object.values(d.paths['/v1/webhooks'].post.callbacks).flatMap((callback) =>
        Object.values(callback),
      );
      sent.post.parameters.push({ name: 'Svc-Branch', in: 'header', required: false, schema: { type: 'string' } });
    },
  ],
];

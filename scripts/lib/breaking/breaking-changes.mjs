// Changes that break a client, with the rule that must report each. The optional last function prepares the base with
// parts that the contract does not have yet.
import { answer, field, payment, payments, schema, without } from './parts.mjs';

/** @typedef {import('./parts.mjs').Change} Change */

/** @type {Array<[name: string, rule: string, change: Change, base?: Change]>} */
export const breaking = [
  ['a path is removed', 'api-path-removed-without-deprecation', (d) => delete d.paths[payment]],
  ['an operation is removed', 'api-removed-without-deprecation', (d) => delete d.paths[payment].patch],
  [
    'an operation is removed before its sunset',
    'api-removed-before-sunset',
    (d) => delete d.paths[payment].patch,
    (d) => Object.assign(d.paths[payment].patch, { deprecated: true, 'x-sunset': '2999-01-01' }),
  ],
  [
    'an error code of an operation is removed',
    'operation-error-code-removed',
    (d) => {
      const conflict = d.components.responses.ApiKeyConflict;
      conflict['x-problem-codes'] = without(conflict['x-problem-codes'], 'would_lock_out_caller');
    },
  ],
  [
    'an operationId is renamed',
    'api-operation-id-removed',
    (d) => (d.paths[payments].post.operationId = 'makePayment'),
  ],
  [
    'a parameter is removed',
    'request-parameter-removed',
    (d) => {
      const list = d.paths[payments].get;
      list.parameters = list.parameters.filter((each) => each.$ref !== '#/components/parameters/ReferenceFilter');
    },
  ],
  [
    'an optional parameter becomes required',
    'request-parameter-became-required',
    (d) => (d.components.parameters.Limit.required = true),
  ],
  [
    'a required parameter is added',
    'new-required-request-parameter',
    (d) =>
      d.paths[payments].get.parameters.push({
        name: 'branch',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
  ],
  [
    'the largest value of a parameter is lowered',
    'request-parameter-max-decreased',
    (d) => (d.components.parameters.Limit.schema.maximum = 50),
  ],
  [
    'a value of a parameter is removed',
    'request-parameter-enum-value-removed',
    (d) => d.components.parameters.PaymentStatusFilter.schema.enum.pop(),
  ],
  [
    'a default changes',
    'request-parameter-default-value-changed',
    (d) => (d.components.parameters.Limit.schema.default = 50),
    (d) => (d.components.parameters.Limit.schema.default = 20),
  ],
  [
    'a required field is added to a request',
    'new-required-request-property',
    (d) => {
      schema(d, 'CreatePayment').properties.branch = { type: 'string', maxLength: 10 };
      schema(d, 'CreatePayment').required.push('branch');
    },
  ],
  [
    'a field of a request becomes required',
    'request-property-became-required',
    (d) => schema(d, 'CreatePayment').required.push('reference'),
  ],
  [
    'a field of a request is removed',
    'request-property-removed',
    (d) => delete schema(d, 'CreatePayment').properties.reference,
  ],
  [
    'the maximum length of a string in a request decreases',
    'request-property-max-length-decreased',
    (d) => (field(d, 'CreatePayment', 'description').maxLength = 500),
  ],
  [
    'a string in a request gets a pattern',
    'request-property-pattern-added',
    (d) => (field(d, 'CreatePayment', 'reference').pattern = '^[a-z]+$'),
  ],
  [
    'null is no longer accepted',
    'request-property-became-not-nullable',
    (d) => delete field(d, 'UpdatePayment', 'description').nullable,
  ],
  [
    'a value of a request is removed',
    'request-property-enum-value-removed',
    (d) => schema(d, 'CaptureMethod').enum.pop(),
  ],
  [
    'a field of a request changes its type',
    'request-property-type-changed',
    (d) => (field(d, 'CreatePayment', 'reference').type = 'integer'),
  ],
  [
    'an open request is closed',
    'object-closed',
    (d) => (schema(d, 'CreatePayment').additionalProperties = false),
    (d) => delete schema(d, 'CreatePayment').additionalProperties,
  ],
  [
    'a media type of a request is removed',
    'request-body-media-type-removed',
    (d) => delete d.paths[payment].patch.requestBody.content['application/merge-patch+json'],
  ],
  [
    'an optional body becomes required',
    'request-body-became-required',
    (d) => (d.paths['/v1/payments/{paymentId}/approve'].post.requestBody.required = true),
  ],
  [
    'a field of an answer is removed',
    'response-required-property-removed',
    (d) => {
      delete schema(d, 'Payment').properties.reference;
      schema(d, 'Payment').required = without(schema(d, 'Payment').required, 'reference');
    },
  ],
  [
    'a field of an answer becomes optional',
    'response-property-became-optional',
    (d) => (schema(d, 'Payment').required = without(schema(d, 'Payment').required, 'reference')),
  ],
  [
    'a field of an answer may be null',
    'response-property-became-nullable',
    (d) => (field(d, 'Payment', 'id').nullable = true),
  ],
  [
    'a field of an answer changes its format',
    'response-property-type-changed',
    (d) => delete field(d, 'Payment', 'createdAt').format,
  ],
  [
    'the pattern of an id changes',
    'response-property-pattern-changed',
    (d) => (field(d, 'Payment', 'id').pattern = '^payment_[0-9]+$'),
  ],
  [
    'a closed enum of a response grows',
    'response-property-enum-value-added',
    (d) => schema(d, 'PaymentStatus').enum.push('refunded'),
  ],
  [
    'the status of success changes',
    'response-success-status-removed',
    (d) => {
      const { responses } = d.paths[payments].post;
      responses['200'] = responses['201'];
      delete responses['201'];
    },
  ],
  [
    'the status of an error is removed',
    'response-non-success-status-removed',
    (d) => delete d.paths[payments].post.responses['409'],
  ],
  [
    'the media type of an answer changes',
    'response-media-type-name-specialized',
    (d) => {
      const { content } = answer(d);
      content['application/vnd.svc+json'] = content['application/json'];
      delete content['application/json'];
    },
  ],
  ['a header of an answer is removed', 'required-response-header-removed', (d) => delete answer(d).headers.Location],
  [
    'an optional header of an answer is removed',
    'optional-response-header-removed',
    (d) => delete answer(d).headers['Idempotent-Replayed'],
  ],
  [
    'the required scope changes',
    'required-scope-changed',
    (d) => (d.paths[payments].get['x-required-scope'] = 'payments:write'),
  ],
  [
    'an operation asks for another kind of key',
    'api-security-removed',
    (d) => {
      d.components.securitySchemes.signedToken = { type: 'http', scheme: 'digest' };
      d.security = [{ signedToken: [] }];
    },
  ],
  [
    'an error code is removed',
    'error-code-removed',
    (d) => {
      const codes = schema(d, 'ProblemCode');
      codes.enum = without(codes.enum, 'currency_mismatch');
      delete codes['x-problems'].currency_mismatch;
    },
  ],
  [
    'an error code has another status',
    'error-status-changed',
    (d) => (schema(d, 'ProblemCode')['x-problems'].currency_mismatch.status = 400),
  ],
  [
    'the maximum size of metadata decreases',
    'max-bytes-decreased',
    (d) => (schema(d, 'Metadata')['x-max-bytes'] = 1024),
  ],
  [
    'the minimum length of metadata keys increases',
    'min-key-length-increased',
    (d) => (schema(d, 'Metadata')['x-min-key-length'] = 3),
  ],
  ['a closed enum becomes open', 'list-opened', (d) => (schema(d, 'PaymentStatus')['x-open'] = true)],
  [
    'a kind of event is removed',
    'request-property-enum-value-removed',
    (d) => (schema(d, 'EventKind').enum = without(schema(d, 'EventKind').enum, 'refund.failed')),
  ],
  [
    'a field of an event is removed',
    'response-required-property-removed',
    (d) => {
      const data = schema(d, 'PaymentEventData');
      delete data.properties.reference;
      data.required = without(data.required, 'reference');
    },
  ],
  [
    'a delivery lacks a header',
    'required-response-header-removed',
    (d) => {
      const [sent] = Object.values(d.paths['/v1/webhooks'].post.callbacks).flatMap((callback) =>
        Object.values(callback),
      );
      sent.post.parameters = sent.post.parameters.filter(({ name }) => name !== 'Svc-Signature');
    },
  ],
];

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CustomerReport } from '../customers/customer-report.js';
import { DisputeReport } from '../disputes/dispute-report.js';
import { PaymentReport } from '../payments/payment-report.js';
import { RefundReport } from '../refunds/refund-report.js';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

const contract = new URL('../../../../openapi/openapi.json', import.meta.url);
const { schemas } = (JSON.parse(readFileSync(contract, 'utf8')) as { components: { schemas: Record<string, Schema> } })
  .components;

/** The names of the columns that the fields of an object make, nested ones with dots. */
function fieldsOf({ $ref, allOf, properties }: Schema, name = ''): string[] {
  const referred = $ref === undefined ? allOf?.[0] : schemas[$ref.split('/').at(-1) ?? ''];
  if (referred !== undefined) return fieldsOf(referred, name);
  if (properties === undefined) return [name];
  const nested = Object.entries(properties);
  return nested.flatMap(([key, schema]) => fieldsOf(schema, name === '' ? key : `${name}.${key}`));
}

/** Whether it repeats the currency of the amount. */
const isRepeated = (field: string): boolean => field.endsWith('.currency') && field !== 'amount.currency';

describe('the columns of a report', () => {
  it.each([
    ['Payment', new PaymentReport()],
    ['Refund', new RefundReport()],
    ['Dispute', new DisputeReport()],
    ['Customer', new CustomerReport()],
  ])('are the fields of a %s', (name, { columns }) => {
    const fields = fieldsOf(schemas[name] ?? {});
    const expected = name === 'Customer' ? fields : fields.filter((field) => !isRepeated(field));
    expect(columns.toSorted()).toEqual(expected.toSorted());
  });
});

import { readFileSync } from 'node:fs';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A request of an operation with some of its filters. */
export interface PlannedRequest {
  readonly operationId: string;
  /** Distinguishes it from other requests of the operation. */
  readonly filter: string;
  readonly method: Method;
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the contract allows a scan over a range of time without an index. */
  readonly readsRange: boolean;
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema & { readonly items?: Schema };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}

interface Contract {
  readonly paths: Record<string, Record<string, Operation> & { readonly parameters?: Operation['parameters'] }>;
  readonly components: { readonly parameters: Record<string, Parameter>; readonly schemas: Record<string, Schema> };
}

const contract = JSON.parse(
  readFileSync(new URL('../../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as Contract;

const DAY_MS = 86_400_000;
export const day = (before: number): string =>
  `${new Date(Date.now() - before * DAY_MS).toISOString().slice(0, 10)}T00:00:00Z`;

/** Of every operation in the contract. */
export function operationIds(): string[] {
  return Object.values(contract.paths).flatMap(({ parameters: _, ...operations }) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
}

/** Values for existing objects, by the parameter names of the contract. */
export type Known = Readonly<Record<string, string>>;

/** Parameters that the contract requires together with a filter. */
const COMPANY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  amountMin: { currency: 'USD', createdFrom: day(80) },
  amountMax: { currency: 'USD', createdFrom: day(80) },
  metadata: { createdFrom: day(80) },
  after: { order: 'asc' },
};
/** Filters that scan the range, or add it up. */
const READ_RANGE = new Set(['amountMin', 'amountMax', 'metadata']);
const SUMS = new Set(['getAnalyticsSummary', 'listWebhookHealth']);
/** Parameters that select a page and are no filters. */
const PAGING = new Set(['limit', 'cursor', 'order', 'after']);

/** A parameter with a value. */
interface Filter {
  readonly name: string;
  readonly value: string;
}

/**
 * Requests for every GET of the contract: without parameters, with each parameter alone, with every value of an enum,
 * and with each pair of filters.
 */
export function reads(known: Known, leftOut: ReadonlySet<string>): PlannedRequest[] {
  return Object.entries(contract.paths).flatMap(([path, { get, parameters: shared = [] }]) => {
    if (get === undefined || leftOut.has(get.operationId)) return [];
    const { operationId } = get;
    const place = pathTo(path, known);
    const parameters = [...shared, ...(get.parameters ?? [])].map(resolved).filter((each) => each.in === 'query');
    const filters = parameters.map(({ name, schema }) =>
      (fewValues(schema) ?? valuesOf(known, operationId, name)).map((value) => ({ name, value })),
    );
    return [[], ...filters.flat().map((filter) => [filter]), ...pairs(filters)].map((chosen) => ({
      operationId,
      filter: chosen.map(({ name }) => name).join(' + '),
      method: 'GET',
      path: `${place}${queryOf(chosen)}`,
      readsRange: SUMS.has(operationId) || chosen.some((filter) => READ_RANGE.has(filter.name) || isProcessing(filter)),
    }));
  });
}

/** Payments in this stage are looked for among the pending ones. */
function isProcessing({ name, value }: Filter): boolean {
  return name === 'stage' && value === 'processing';
}

function pairs(filters: readonly (readonly Filter[])[]): Filter[][] {
  const narrowing = filters.filter(([filter]) => filter !== undefined && !PAGING.has(filter.name));
  return narrowing.flatMap((ones, place) =>
    narrowing.slice(place + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => [one, other]))),
  );
}

function queryOf(filters: readonly Filter[]): string {
  const query = new URLSearchParams();
  for (const { name, value } of filters) query.set(name === 'metadata' ? 'metadata[orderId]' : name, value);
  for (const { name } of filters) {
    for (const [companion, value] of Object.entries(COMPANY[name] ?? {})) {
      if (!query.has(companion)) query.set(companion, value);
    }
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The path of the contract with known ids. */
export function pathTo(path: string, known: Known): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => valueOf(known, name));
}

/** The values of an enum parameter. */
function fewValues(schema: Parameter['schema']): readonly string[] | undefined {
  const { $ref, ...own } = schema.items ?? schema;
  return own.enum ?? contract.components.schemas[nameIn($ref)]?.enum;
}

function nameIn($ref = ''): string {
  return $ref.split('/').at(-1) ?? '';
}

function resolved(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = contract.components.parameters[nameIn(parameter.$ref)];
  if (found === undefined) throw new Error(`the contract lacks ${parameter.$ref}`);
  return found;
}

function valuesOf(known: Known, operationId: string, name: string): readonly string[] {
  if (SUMS.has(operationId) && name === 'createdFrom') return [day(29)];
  if (SUMS.has(operationId) && name === 'createdTo') return [day(1)];
  switch (name) {
    case 'limit':
      return ['100'];
    case 'createdFrom':
      return [day(89)];
    case 'createdTo':
      return [day(60)];
    case 'amountMin':
    case 'amountMax':
      return ['5000'];
    case 'cursor':
      return known[`${operationId} cursor`] === undefined ? [] : [valueOf(known, `${operationId} cursor`)];
    case 'metadata':
      return ['no payment has it'];
    // A common one and one without payments.
    case 'currency':
      return ['USD', 'KWD'];
    case 'operationId':
      return ['createPayment'];
    case 'method':
      return ['DELETE'];
    case 'code':
      return ['validation_failed'];
    case 'timezone':
      return ['Europe/Berlin'];
    case 'after':
      return [valueOf(known, 'eventId')];
    default:
      return [valueOf(known, name)];
  }
}

export function valueOf(known: Known, name: string): string {
  const value = known[name];
  if (value === undefined) throw new Error(`no value is known for the parameter ${name}`);
  return value;
}

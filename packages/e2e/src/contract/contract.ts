import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId: string;
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly statuses: readonly number[];
  /** Media types of its body; empty without a body. */
  readonly bodyTypes: readonly string[];
  /** The example of its body. */
  readonly exampleBody: unknown;
}

interface OperationObject {
  readonly operationId?: string;
  readonly responses: Json;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

interface AnswerToCheck {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** openapi.json, read independently of the service and its generators, as clients read it. */
export class Contract {
  private readonly document = closed(JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as Json);
  private readonly ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true, coerceTypes: false });
  private readonly validators = new Map<string, ValidateFunction>();
  readonly operations: readonly Operation[] = this.readOperations();

  constructor() {
    formats.default(this.ajv);
    this.ajv
      .addFormat('int32', true)
      .addFormat('int64', true)
      .addFormat('currency', /^[A-Z]{3}$/);
    this.ajv.addSchema(this.document, 'openapi');
  }

  operationOf(method: string, target: string): Operation | undefined {
    const { pathname } = new URL(target, 'http://svc');
    const fits = ({ path }: Operation) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
    return this.operations.find((operation) => operation.method === method && fits(operation));
  }

  /** Lists how a response violates the contract; empty when it is valid. */
  faultsOf(answer: AnswerToCheck): string[] {
    const operation = this.operationOf(answer.method, answer.target);
    if (operation === undefined) return ['the operation is not in the contract'];
    const at = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(answer.status)];
    const place = this.resolve(at);
    if (place === undefined) return [`${operation.operationId} has no answer with status ${answer.status}`];
    return [
      ...this.bodyFaults(place, answer),
      ...this.codeFaults(place, answer),
      ...this.headerFaults(place, answer.headers),
    ];
  }

  private bodyFaults(place: readonly string[], { headers, text }: AnswerToCheck): string[] {
    const content = this.at([...place, 'content']);
    if (content === undefined) return text === '' ? [] : ['there should be no body'];
    const type = (headers.get('content-type') ?? '').replace(/;.*/, '');
    if (!(type in content)) return [`the media type should be ${Object.keys(content).join(' or ')}, not ${type}`];
    const body: unknown = type.endsWith('json') ? JSON.parse(text) : text;
    return this.faults([...place, 'content', type, 'schema'], body);
  }

  private codeFaults(place: readonly string[], { text }: AnswerToCheck): string[] {
    const codes = this.at(place)?.['x-problem-codes'];
    if (!Array.isArray(codes)) return [];
    const { code } = JSON.parse(text) as { code: unknown };
    return codes.includes(code) ? [] : [`the code should be ${codes.join(' or ')}, not ${String(code)}`];
  }

  private headerFaults(place: readonly string[], headers: Headers): string[] {
    const names = Object.keys(this.at([...place, 'headers']) ?? {});
    return names.flatMap((name) => {
      const header = this.resolve([...place, 'headers', name]) ?? [];
      const { required, schema } = this.at(header) as { required?: boolean; schema: { type: string } };
      const value = headers.get(name);
      if (value === null) return required === true ? [`the header ${name} is missing`] : [];
      const faults = this.faults([...header, 'schema'], schema.type === 'integer' ? Number(value) : value);
      return faults.map((fault) => `the header ${name}: ${fault}`);
    });
  }

  private faults(place: readonly string[], value: unknown): string[] {
    const pointer = place.map((part) => encodeURIComponent(part.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
    const validate = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `openapi#/${pointer}` });
    this.validators.set(pointer, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    );
  }

  /** Resolves references along a path in the document; undefined when it leads nowhere. */
  private resolve(place: readonly string[]): readonly string[] | undefined {
    const found = this.at(place);
    const reference = found?.['$ref'];
    return typeof reference === 'string' ? this.resolve(reference.split('/').slice(1)) : found && place;
  }

  private at(place: readonly string[]): Json | undefined {
    return place.reduce<Json | undefined>((value, part) => value?.[part] as Json | undefined, this.document);
  }

  private readOperations(): Operation[] {
    const paths = this.document['paths'] as Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { operationId, responses, requestBody }]) => {
        if (operationId === undefined) return [];
        const statuses = Object.keys(responses).map(Number);
        const content = requestBody?.content ?? {};
        const bodyTypes = Object.keys(content);
        const exampleBody = content['application/json']?.example;
        return [{ operationId, method: method.toUpperCase(), path, statuses, bodyTypes, exampleBody }];
      }),
    );
  }
}

/** Closes every object with named fields: clients tolerate unknown fields, but the service must not send any. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, closed<unknown>(each)]));
  const isOpen = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner);
  return { ...inner, ...(isOpen ? { additionalProperties: false } : {}) } as Value;
}

import type { Json, JsonObject } from './call';

/** How a language writes values. */
interface Notation {
  readonly text: (value: string) => string;
  readonly number: (value: number) => string;
  readonly constants: Readonly<Record<'true' | 'false' | 'null', string>>;
  readonly list: (items: readonly string[]) => string;
  readonly object: (entries: readonly (readonly [key: string, value: string])[]) => string;
  /** The name of a field of the API. Keys of metadata stay as they are. */
  readonly field: (name: string) => string;
}

const MAX_INT = 2 ** 31 - 1;
const LOWER_CASE = { true: 'true', false: 'false', null: 'null' };

const JAVASCRIPT: Notation = {
  text: (value) => JSON.stringify(value),
  number: String,
  constants: LOWER_CASE,
  list: (items) => `[${items.join(', ')}]`,
  object: (entries) => `{ ${entries.map(([key, value]) => `${javascriptKey(key)}: ${value}`).join(', ')} }`,
  field: (name) => name,
};

const PYTHON: Notation = {
  text: (value) => JSON.stringify(value),
  number: String,
  constants: { true: 'True', false: 'False', null: 'None' },
  list: (items) => `[${items.join(', ')}]`,
  object: (entries) => `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')}}`,
  field: snakeCase,
};

const PHP: Notation = {
  text: phpText,
  number: String,
  constants: LOWER_CASE,
  list: (items) => `[${items.join(', ')}]`,
  object: (entries) => `[${entries.map(([key, value]) => `${phpText(key)} => ${value}`).join(', ')}]`,
  field: (name) => name,
};

const JAVA: Notation = {
  text: (value) => JSON.stringify(value),
  number: (value) => (Math.abs(value) > MAX_INT ? `${value}L` : String(value)),
  constants: LOWER_CASE,
  list: (items) => `List.of(${items.join(', ')})`,
  object: (entries) => `Map.of(${entries.flatMap(([key, value]) => [JSON.stringify(key), value]).join(', ')})`,
  field: (name) => name,
};

export const NOTATIONS = { javascript: JAVASCRIPT, python: PYTHON, php: PHP, java: JAVA };

/** A value in the notation of a language. */
export function literal(value: Json, notation: Notation, isMetadata = false): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value === 'number') return notation.number(value);
  if (value === null || typeof value === 'boolean') return notation.constants[`${value}`];
  if (isList(value)) return notation.list(value.map((item) => literal(item, notation, isMetadata)));
  const entries = fieldsOf(value).map(
    ([key, inner]) =>
      [isMetadata ? key : notation.field(key), literal(inner, notation, isMetadata || key === 'metadata')] as const,
  );
  return notation.object(entries);
}

/** The given fields, without those that are undefined. */
export function fieldsOf(params: JsonObject = {}): (readonly [key: string, value: Json])[] {
  return Object.entries(params).filter((entry): entry is [string, Json] => entry[1] !== undefined);
}

/** `paymentId` is `payment_id`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A word of a shell, whatever is in it. */
export function shellText(value: string): string {
  return `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

function phpText(value: string): string {
  return `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

function javascriptKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function isList(value: readonly Json[] | JsonObject): value is readonly Json[] {
  return Array.isArray(value);
}

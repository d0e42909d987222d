import { javaTypes } from '../generated/java-types';
import type { Call, Json, JsonObject } from './call';
import { fieldsOf, literal, NOTATIONS, shellText, snakeCase } from './literals';

export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'PHP', 'Java'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A program that makes the call. The key is in the environment, and never in the code. */
export function codeOf(call: Call, language: Language, baseUrl: string): string {
  return WRITERS[language](withNumbers(call), baseUrl);
}

/** The query of an address is texts. The libraries take numbers. */
function withNumbers(call: Call): Call {
  const { operation, params } = call;
  if (params === undefined) return call;
  const isNumber = (name: string, value: Json): boolean =>
    javaTypes[operation]?.[name] === 'long' && typeof value === 'string' && /^\d{1,15}$/.test(value);
  const typed = fieldsOf(params).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value] as const);
  return { ...call, params: Object.fromEntries(typed) };
}

const WRITERS: Readonly<Record<Language, (call: Call, baseUrl: string) => string>> = {
  curl,
  JavaScript: javascript,
  Python: python,
  PHP: php,
  Java: java,
};

function curl({ method, path, params }: Call, baseUrl: string): string {
  const isRead = method === 'GET';
  const url = baseUrl + path + (isRead ? queryOf(params) : '');
  const lines = [`curl -sS ${shellText(url)}`, `-H "Authorization: Bearer $SVC_API_KEY"`];
  if (method === 'PATCH') lines.push('-X PATCH');
  if (method === 'POST') lines.push(`-H "Idempotency-Key: $(openssl rand -hex 16)"`);
  if (!isRead && params !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellText(JSON.stringify(params))}`);
  } else if (method === 'POST') {
    lines.push('-X POST');
  }
  return lines.join(' \\\n  ');
}

/** The texts, numbers and truth values of a query, and the entries of metadata. */
function queryOf(params: JsonObject | undefined): string {
  const { metadata, ...others } = params ?? {};
  const entries = fieldsOf(metadata as JsonObject | undefined).map(
    ([key, value]) => [`metadata[${key}]`, value] as const,
  );
  const given = [...fieldsOf(others), ...entries].filter(([, value]) => typeof value !== 'object');
  const query = new URLSearchParams(given.map(([name, value]) => [name, `${value as string | number | boolean}`]));
  return given.length === 0 ? '' : `?${query.toString()}`;
}

function javascript({ resource, verb, id, params }: Call, baseUrl: string): string {
  const given = [id, params].filter((each) => each !== undefined).map((each) => literal(each, NOTATIONS.javascript));
  return [
    `import { Svc } from '@svc/sdk';`,
    '',
    `const svc = new Svc(process.env.SVC_API_KEY, { baseUrl: ${JSON.stringify(baseUrl)} });`,
    '',
    `const answer = await svc.${resource}.${verb}(${given.join(', ')});`,
    'console.log(answer);',
  ].join('\n');
}

function python({ resource, verb, id, params }: Call, baseUrl: string): string {
  const { python: notation } = NOTATIONS;
  const named = fieldsOf(params).map(
    ([name, value]) => `${snakeCase(name)}=${literal(value, notation, name === 'metadata')}`,
  );
  const given = [...(id === undefined ? [] : [literal(id, notation)]), ...named];
  return [
    'import os',
    '',
    'from svc_payments import Svc',
    '',
    `svc = Svc(os.environ["SVC_API_KEY"], base_url=${JSON.stringify(baseUrl)})`,
    '',
    `answer = svc.${snakeCase(resource)}.${verb}(${given.join(', ')})`,
    'print(answer.to_dict())',
  ].join('\n');
}

function php({ resource, verb, id, params }: Call, baseUrl: string): string {
  const named = fieldsOf(params).map(
    ([name, value]) => `${name}: ${literal(value, NOTATIONS.php, name === 'metadata')}`,
  );
  const given = [...(id === undefined ? [] : [literal(id, NOTATIONS.php)]), ...named];
  return [
    '<?php',
    '',
    `require 'vendor/autoload.php';`,
    '',
    'use Svc\\Payments\\Svc;',
    '',
    `$svc = new Svc(getenv('SVC_API_KEY'), ${literal(baseUrl, NOTATIONS.php)});`,
    '',
    `$answer = $svc->${resource}->${verb}(${given.join(', ')});`,
    'var_dump($answer);',
  ].join('\n');
}

function java({ operation, resource, verb, id, params }: Call, baseUrl: string): string {
  const paramsType = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Params`;
  const fields = fieldsOf(params).map(([name, value]) => ({ name, value, type: javaType(operation, name, value) }));
  const setters = fields.map(({ name, value, type }) => `.${name}(${javaValue(type, value)})`);
  const built = params === undefined ? [] : [`${paramsType}.builder()${setters.join('')}.build()`];
  const given = [...(id === undefined ? [] : [literal(id, NOTATIONS.java)]), ...built];
  const imports = [
    'com.svc.payments.Svc',
    ...(params === undefined ? [] : [`com.svc.payments.params.${paramsType}`]),
    ...fields.flatMap(({ type }) => JAVA_PLACES[type] ?? `com.svc.payments.models.${type}`),
  ];
  return [
    ...[...new Set(imports)].sort().map((name) => `import ${name};`),
    '',
    'public final class Example {',
    '    public static void main(String[] args) {',
    `        Svc svc = Svc.builder().apiKey(System.getenv("SVC_API_KEY")).baseUrl(${JSON.stringify(baseUrl)}).build();`,
    `        var answer = svc.${resource}().${verb}(${given.join(', ')});`,
    '        System.out.println(answer);',
    '    }',
    '}',
  ].join('\n');
}

/** Where types are that are no models of the library. */
const JAVA_PLACES: Readonly<Record<string, readonly string[]>> = {
  String: [],
  long: [],
  Instant: ['java.time.Instant'],
  Map: ['java.util.Map'],
};

function javaType(operation: string, name: string, value: Json): string {
  if (name === 'amount') return 'Amount';
  return typeof value === 'object' ? 'Map' : (javaTypes[operation]?.[name] ?? 'String');
}

function javaValue(type: string, value: Json): string {
  const code = literal(value, NOTATIONS.java);
  if (type === 'Amount') {
    const { value: units, currency } = value as { value: number; currency: string };
    return `Amount.of(${literal(units, NOTATIONS.java)}, ${literal(currency, NOTATIONS.java)})`;
  }
  if (typeof value !== 'string' || type === 'String' || type === 'long') return code;
  return type === 'Instant' ? `Instant.parse(${literal(inUtc(value), NOTATIONS.java)})` : `${type}.of(${code})`;
}

/** Java 11 parses no other offsets. */
function inUtc(time: string): string {
  const isOther = !time.endsWith('Z') && !Number.isNaN(Date.parse(time));
  return isOther ? new Date(time).toISOString() : time;
}

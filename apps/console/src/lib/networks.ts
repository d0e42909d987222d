import type { FieldErrors } from './problem';

/** The networks of a field: `203.0.113.0/24, 2001:db8::/32`. */
export function readNetworks(text: string): string[] {
  return text.split(/[\s,;]+/).filter((network) => network !== '');
}

/** What is wrong with a field or with an item of its list. */
export function errorOfList(errors: FieldErrors, pointer: string): string | undefined {
  const [, error] = Object.entries(errors).find(([at]) => at === pointer || at.startsWith(`${pointer}/`)) ?? [];
  return error;
}

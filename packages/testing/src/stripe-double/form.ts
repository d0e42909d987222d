/** The value of a parameter of Stripe's API. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

export type Form = Record<string, FormValue>;

/** Parses `a=1&b[c]=2&d[0]=3` as Stripe does. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) put(form, name.split(/[[\]]+/).filter(Boolean), value);
  return form;
}

/** The text of a parameter; undefined unless it is one. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
}

/** A parameter with named parts, such as metadata. */
export function partsOf(form: Form, name: string): Record<string, string> {
  const value = form[name];
  if (typeof value !== 'object' || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((part): part is [string, string] => typeof part[1] === 'string'),
  );
}

export function listOf(form: Form, name: string): string[] {
  const value = form[name];
  return typeof value === 'object' ? Object.values(value).map(String) : [];
}

function put(form: Form, [first, ...rest]: readonly string[], value: string): void {
  if (first === undefined) return;
  if (rest.length === 0) {
    form[first] = value;
    return;
  }
  const inner = form[first];
  const next: Form = typeof inner === 'object' && !Array.isArray(inner) ? inner : {};
  form[first] = next;
  put(next, rest, value);
}

/** A password of a form, as it was typed: spaces belong to it. */
export function passwordOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The text of a field of a form, without space around it. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Whether a field has the text that it began with. A control has its own line breaks, and `textOf` removes space around the
 * text: neither is a change.
 */
export function isSameText(entered: string, before: string | null): boolean {
  return shownText(entered) === shownText(before ?? '');
}

function shownText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

/** The networks of a field: `203.0.113.0/24, 2001:db8::/32`. */
export function networksOf(form: FormData, name: string): string[] {
  return textOf(form, name)
    .split(/[\s,;]+/)
    .filter((network) => network !== '');
}

const JSON_IN_UTF_8 = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;
const STRING_OR_MARK = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/gs;

/**
 * The value of a JSON text in UTF-8; undefined for anything else, and where an object has a name twice: of such a text two
 * readers may understand two things.
 */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return hasNameTwice(text) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** What an acquirer's answer holds; undefined where it is not declared as JSON in UTF-8, or is none. */
export function readAnswer(contentType: unknown, bytes: Uint8Array): unknown {
  return JSON_IN_UTF_8.test(String(contentType)) ? parseJson(bytes)?.value : undefined;
}

/** Whether an object in a valid JSON text has a name twice. */
function hasNameTwice(text: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, colon] of text.matchAll(STRING_OR_MARK)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const names = open.at(-1);
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}

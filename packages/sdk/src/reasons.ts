/** Causes that contain each other have no innermost one. */
const DEEPEST = 5;

/**
 * Why no response came, in the words of the innermost cause. `fetch` itself says only that it failed. Empty if nothing gives a
 * reason.
 */
export function reasonOf(failure: unknown): string {
  let reason = '';
  let each: unknown = failure;
  for (let depth = 0; each instanceof Error && depth < DEEPEST; depth += 1) {
    const { message, code, cause } = each as Error & { code?: unknown };
    reason = message || (typeof code === 'string' ? code : reason);
    each = cause;
  }
  return withoutQueries(reason).replace(/\.$/, '');
}

/** Some implementations of `fetch` repeat the URL, whose query may contain personal data. */
function withoutQueries(text: string): string {
  return text.replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1');
}

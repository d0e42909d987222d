/** What an error of a connection says. One that failed at every address of a host has a code alone. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === 'string' ? code : error.name);
}

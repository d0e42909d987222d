/** `requires_action` is `requires action`. */
export function statusText(status: string): string {
  return status.replaceAll('_', ' ');
}

/** A page of a mode in this console, with its query: nothing that leads to another site. */
const OWN_PATH = /^\/(?:test|live)(?:\/[\w.-]+)*(?:\?[^\s\\]*)?$/;

/** The path if it is one of a page in this console, else the first page. */
export function ownPath(path: string | undefined): string {
  return path !== undefined && OWN_PATH.test(path) && !path.includes('/..') ? path : '/test/overview';
}

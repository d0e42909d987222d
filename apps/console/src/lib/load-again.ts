const KEY = 'svc.console.loaded-again';

/**
 * Loads the page again when a part of it is missing: a new version of the console has other files. It does so once for each
 * version, since the same version would miss the same part again.
 */
export function loadAgainOnce(version: string): void {
  if (isFirst(version)) window.location.reload();
}

function isFirst(version: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === version) return false;
    sessionStorage.setItem(KEY, version);
    return true;
  } catch {
    // A browser that keeps nothing would load the page again and again.
    return false;
  }
}

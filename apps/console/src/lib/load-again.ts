const KEY = 'svc.console.loaded-again';

/** For so long after `beforeunload`, the browser has aborted a part that fails to load: it is not missing. In milliseconds. */
const LEAVING_MS = 5_000;

/**
 * Loads the page again when a part of it is missing. Firefox gives up what a page loads as soon as the person leaves it. Loading
 * the page again would then keep them on it.
 */
export function watchMissingParts(version: string): void {
  let leftAt = Number.NEGATIVE_INFINITY;
  window.addEventListener('beforeunload', ({ timeStamp }) => {
    leftAt = timeStamp;
  });
  window.addEventListener('vite:preloadError', (event) => {
    // The import then yields undefined. Its error would make the router load the page again, too.
    if (event.timeStamp - leftAt < LEAVING_MS) event.preventDefault();
    else loadAgainOnce(version);
  });
}

/** A new version of the console has other files. The same version would miss the same part again. */
function loadAgainOnce(version: string): void {
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

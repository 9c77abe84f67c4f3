const INTERVAL_MS = 5_000;

/**
 * Calls `check` when the user comes back to this tab or window, at once or, after an earlier call, when five seconds
 * have passed. Outside of pages it does nothing.
 */
export function onReturnToPage(check: () => void): void {
  if (typeof document === "undefined") return;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isAway = true;
  let isWaiting = false;
  const run = () => {
    isWaiting = false;
    lastAt = Date.now();
    check();
  };
  const leave = () => {
    isAway = true;
  };
  // A tab that is shown again gets the focus too, which is one return.
  const comeBack = () => {
    if (!isAway) return;
    isAway = false;
    const wait = lastAt + INTERVAL_MS - Date.now();
    if (wait <= 0) run();
    else if (!isWaiting) setTimeout(run, wait);
    isWaiting = wait > 0;
  };
  document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? comeBack() : leave()));
  globalThis.addEventListener("blur", leave);
  globalThis.addEventListener("focus", comeBack);
}

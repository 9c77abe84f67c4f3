/** Next calls this when it begins to go to another page; the dashboard's progress bar listens. */
export function onRouterTransitionStart(address: string): void {
  window.dispatchEvent(new CustomEvent("navigation-start", { detail: address }));
}

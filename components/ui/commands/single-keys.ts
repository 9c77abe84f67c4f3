import { useSyncExternalStore } from "react";

const KEPT_AS = "shortcuts";
const CHANGED = "single-keys-changed";

/** Returns whether keys without a modifier give commands; the browser remembers the choice. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(KEPT_AS);
    else localStorage.setItem(KEPT_AS, "off");
  } catch {
    // A browser that keeps nothing has no choice to remember.
  }
  window.dispatchEvent(new Event(CHANGED));
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn, () => true);
}

function listen(listener: () => void): () => void {
  for (const name of [CHANGED, "storage"]) window.addEventListener(name, listener);
  return () => {
    for (const name of [CHANGED, "storage"]) window.removeEventListener(name, listener);
  };
}

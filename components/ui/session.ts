import { useSyncExternalStore } from "react";

/** A page that is refreshed each second asks no more often than this. */
const MAX_AGE_MS = 10_000;

let address: string | null = null;
let isSignedOut = false;
let askedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

/** Sets where to ask whether the member is signed in; without an address the page asks nothing. */
export function setSessionAddress(of: string | null): void {
  address = of;
}

/** Takes note of the service's remarks in passing, such as the refusal of an action. */
export function noteSession(isOver: boolean): void {
  if (isSignedOut === isOver) return;
  isSignedOut = isOver;
  for (const tell of listeners) tell();
}

/** Returns whether the member is signed in as far as anyone knows: without an answer it stays as it was. */
export async function isStillSignedIn(maxAgeMs = MAX_AGE_MS): Promise<boolean> {
  if (address === null || performance.now() - askedAt < maxAgeMs) return !isSignedOut;
  askedAt = performance.now();
  try {
    const response = await fetch(address, { cache: "no-store" });
    // An answer that is not read keeps its connection.
    await response.arrayBuffer();
    const { status } = response;
    if (status === 200 || status === 401) noteSession(status === 401);
  } catch {
    // The service is out of reach, which other parts of the page say.
  }
  return !isSignedOut;
}

export function useIsSignedOut(): boolean {
  return useSyncExternalStore(subscribe, read, () => false);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

function read(): boolean {
  return isSignedOut;
}

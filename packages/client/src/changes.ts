import type { AuthChange } from "./connection";
import { SERVICE } from "./service";

/**
 * A function that is called when the session changes, in this tab or another of the same origin.
 *
 * @example
 * const listener: ChangeListener = (change) => change === "signed-out" && location.assign("/");
 * const stop = auth.onChange(listener);
 */
export type ChangeListener = (change: AuthChange) => void;

/** The listeners to changes of the session. */
export interface Changes {
  /** Tells the listeners of this page and of the other tabs. */
  announce(change: AuthChange): void;
  /** Tells the listeners of the other tabs. */
  tellOtherTabs(change: AuthChange): void;
  /** Tells the listeners of this page. */
  tell(change: AuthChange): void;
  /** Returns whether anybody listens besides the client itself. */
  hasListeners(): boolean;
  listen(listener: ChangeListener): () => void;
}

export function createChanges(projectId: string): Changes {
  const listeners = new Set<ChangeListener>();
  let channel: BroadcastChannel | undefined;
  const tell = (change: AuthChange) => {
    for (const listener of listeners) listener(change);
  };
  // An open channel would keep a server from ending, so there is none outside of pages.
  const open = () => {
    if (channel || typeof document === "undefined" || typeof BroadcastChannel === "undefined") return;
    channel = new BroadcastChannel(`${SERVICE}-auth-${projectId}`);
    channel.onmessage = (event: MessageEvent<AuthChange>) => tell(event.data);
  };
  const tellOtherTabs = (change: AuthChange) => {
    open();
    channel?.postMessage(change);
  };
  return {
    announce(change) {
      tell(change);
      tellOtherTabs(change);
    },
    tellOtherTabs,
    tell,
    hasListeners: () => listeners.size > 1,
    listen(listener) {
      open();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

import type { ServiceAuth } from "../create-service-auth";
import type { Session } from "../result";

export interface SessionState {
  /** The session, or `null` until it has been read. */
  session: Session | null;
  isLoading: boolean;
}

/** Reads the session once for all components below a provider, and again when it changes in this tab or another. */
export interface SessionStore {
  read(): SessionState;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<void>;
}

export function createSessionStore(client: ServiceAuth, initial: Session | null): SessionStore {
  let state: SessionState = { session: initial, isLoading: initial === null };
  let latest = 0;
  const listeners = new Set<() => void>();
  let stopListening: (() => void) | undefined;
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const refresh = async () => {
    latest += 1;
    const turn = latest;
    if (!state.isLoading) set({ ...state, isLoading: true });
    const session = await client.getSession();
    if (turn !== latest) return;
    // A service that cannot be reached has signed nobody out, so the known session stays.
    set({ session: session.code !== undefined && state.session ? state.session : session, isLoading: false });
  };
  return {
    read: () => state,
    refresh,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stopListening = client.onChange(() => void refresh());
        if (state.session === null) void refresh();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopListening?.();
      };
    },
  };
}

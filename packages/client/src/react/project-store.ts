import type { ServiceAuth } from "../create-service-auth";
import type { Failure } from "../result";
import type { Methods } from "../wire";

export interface ProjectState {
  /** The project's methods, or `null` until they are known. */
  project: Methods | null;
  /** Why the service has not told it. */
  failure: Failure | null;
}

/** Asks the project for its methods, once for all components below a provider, and again where it was refused. */
export interface ProjectStore {
  read(): ProjectState;
  subscribe(listener: () => void): () => void;
}

export function createProjectStore(client: ServiceAuth, initial: Methods | null): ProjectStore {
  let state: ProjectState = { project: initial, failure: null };
  let isAsking = false;
  const listeners = new Set<() => void>();
  const ask = async () => {
    isAsking = true;
    const answer = await client.getMethods();
    isAsking = false;
    state = answer.ok ? { project: answer, failure: null } : { project: null, failure: answer };
    for (const listener of listeners) listener();
  };
  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (state.project === null && !isAsking) void ask();
      return () => listeners.delete(listener);
    },
  };
}

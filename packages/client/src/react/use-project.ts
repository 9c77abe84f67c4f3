"use client";

import { useSyncExternalStore } from "react";
import { useAuthContext } from "./auth-provider";
import type { ProjectState } from "./project-store";

/** Returns the methods that the project has on, as far as the service has told it. */
export function useProject(): ProjectState {
  const { project } = useAuthContext();
  return useSyncExternalStore(project.subscribe, project.read, project.read);
}

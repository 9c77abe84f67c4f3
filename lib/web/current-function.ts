import "server-only";
import { ServiceError } from "@/lib/core/errors";
import { showFunction } from "@/lib/services/functions/show";
import { enterProject, type ProjectPlace } from "./current-project";

export interface FunctionPlace extends ProjectPlace {
  name: string;
}

export type CurrentFunction = Awaited<ReturnType<typeof enterFunction>>;

/**
 * Returns a function, with its project and name as `at`; `shown` is `null` where the operator has switched functions
 * off. Throws `function_not_found`.
 */
export async function enterFunction({ name, ...place }: FunctionPlace) {
  const current = await enterProject(place);
  const at = { projectId: place.projectId, name };
  const shown = await whereOn(() => showFunction(current.ctx, at));
  const list = `${current.home}/functions`;
  return { ...current, at, shown, list, home: `${list}/${name}` };
}

/** Returns `null` where the operator has switched functions off. */
export async function whereOn<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && error.code === "feature_disabled") return null;
    throw error;
  }
}

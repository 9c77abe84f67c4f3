import { FUNCTION_NAME, VARIABLE_NAME } from "@/lib/services/functions/names";
import type { RouteDefinition } from "../definition";

/** 64 variables of 8 kB each are the largest body. */
export const FUNCTION_BODY_BYTES = 1_048_576;

/** The settings that all routes of a project's functions share. */
export const PROJECT_FUNCTIONS = {
  tag: "functions",
  auth: "server-key",
  resource: "functions",
  params: { projectId: "project" },
  errors: ["feature_disabled"],
} as const satisfies Partial<RouteDefinition>;

export const OF_FUNCTION = {
  ...PROJECT_FUNCTIONS,
  params: { projectId: "project", name: FUNCTION_NAME },
  errors: ["feature_disabled", "function_not_found"],
} as const satisfies Partial<RouteDefinition>;

export const OF_SECRET = {
  ...PROJECT_FUNCTIONS,
  params: { projectId: "project", name: VARIABLE_NAME },
} as const satisfies Partial<RouteDefinition>;

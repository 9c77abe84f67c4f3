import { BUCKET_REFERENCE } from "@/lib/services/storage/names/bucket-name";
import type { RouteDefinition } from "../definition";

/** A policy of 50 rules is the largest body. */
export const STORAGE_BODY_BYTES = 131_072;

/** The settings that all routes of a project's storage share. */
export const PROJECT_STORAGE = {
  tag: "storage",
  auth: "server-key",
  resource: "storage",
  params: { projectId: "project" },
} as const satisfies Partial<RouteDefinition>;

export const OF_BUCKET = {
  ...PROJECT_STORAGE,
  params: { projectId: "project", bucket: BUCKET_REFERENCE },
} as const satisfies Partial<RouteDefinition>;

/** The key follows `/v1/projects/:projectId/storage/buckets/:bucket/objects`. */
export const OF_OBJECT = {
  ...OF_BUCKET,
  takesUsers: true,
  tail: { name: "key", after: 7 },
} as const satisfies Partial<RouteDefinition>;

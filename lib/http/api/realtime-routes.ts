import { TABLE_REFERENCE } from "@/lib/services/realtime/changes/tables/access";
import type { RouteDefinition } from "../definition";

/** The settings that all routes of a project's published tables share. */
export const REALTIME_TABLES = {
  tag: "realtime",
  auth: "server-key",
  resource: "realtime-tables",
  params: { projectId: "project" },
  errors: ["conflict", "database_not_ready", "host_unavailable", "over_quota"],
} as const satisfies Partial<RouteDefinition>;

export const REALTIME_TABLE = {
  ...REALTIME_TABLES,
  params: { projectId: "project", table: TABLE_REFERENCE },
} as const satisfies Partial<RouteDefinition>;

import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import { oneLineName } from "@/lib/core/names";
import type { ProjectSettings } from "./settings";
import { readSettings } from "./stored-settings";

export type ProjectStatus = "active" | "suspended";

export const ProjectName = oneLineName(64).meta({ errorCode: "invalid_name" });

export interface Project {
  id: string;
  organisationId: string;
  name: string;
  status: ProjectStatus;
  /** ISO 8601, UTC. */
  createdAt: string;
}

export interface ProjectDetails extends Project {
  /** The effective settings: defaults where the owner changed nothing. */
  settings: ProjectSettings;
}

export interface ProjectWithActivity extends Project {
  origins: readonly string[];
  /** At most as many as are counted. */
  users: number;
  hasMoreUsers: boolean;
  /** ISO 8601, UTC; `null` without a sign-in among the latest events. */
  lastSignInAt: string | null;
}

export interface LatestSignIn {
  id: string;
  /** `null` once the user is deleted. */
  email: string | null;
  name: string | null;
  /** `sign-up`, or the first factor, such as `password` or `github`. */
  how: string | null;
  at: string;
}

/** How much a project is used. Times are ISO 8601, UTC. */
export interface ProjectOverview {
  /** At most as many as are counted. */
  users: number;
  hasMoreUsers: boolean;
  /** How many public keys can be used. */
  publicKeys: number;
  /** Sign-ins and sign-ups, the latest first. */
  signIns: LatestSignIn[];
}

interface ProjectRow {
  id: string;
  organisationId: string | null;
  name: string;
  status: string;
  createdAt: Date;
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    organisationId: row.organisationId ?? SERVICE_SCOPE,
    name: row.name,
    status: row.status === "active" ? "active" : "suspended",
    createdAt: row.createdAt.toISOString(),
  };
}

export function toProjectDetails(row: ProjectRow & { settings: unknown }): ProjectDetails {
  return { ...toProject(row), settings: readSettings(row.settings) };
}

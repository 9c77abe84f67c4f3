import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import { oneLineName } from "@/lib/core/names";
import { restorableUntil } from "./restorable";
import type { ProjectSettings } from "./settings";
import { readSettings } from "./stored-settings";

/** A banned project is a suspended one that the operator can restore on the command line only. */
const PROJECT_STATUSES = ["active", "suspended", "banned"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const ProjectName = oneLineName(64).meta({
  errorCode: "invalid_name",
  form: {
    label: "Name",
    note: "The name of your app: users see it on the sign-in pages. Up to 64 characters.",
    maxLength: 64,
    fault: "Enter a name of 1 to 64 characters.",
  },
});

export interface Project {
  id: string;
  organisationId: string;
  name: string;
  status: ProjectStatus;
  /** ISO 8601, UTC. */
  createdAt: string;
}

/** A project that was deleted and can be restored. Times are ISO 8601, UTC. */
export interface DeletedProject extends Pick<Project, "id" | "organisationId" | "name"> {
  deletedAt: string;
  restorableUntil: string;
}

export interface ProjectDetails extends Project {
  /** Why the operator suspended it; `null` where they gave no reason. */
  suspendedFor: string | null;
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

/** The usage of a project. Times are ISO 8601, UTC. */
export interface ProjectOverview {
  /** At most as many as are counted. */
  users: number;
  hasMoreUsers: boolean;
  /** The number of public keys that can be used. */
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
    status: PROJECT_STATUSES.find((status) => status === row.status) ?? "suspended",
    createdAt: row.createdAt.toISOString(),
  };
}

export function toProjectDetails(row: ProjectRow & { suspendedFor: string | null; settings: unknown }): ProjectDetails {
  return { ...toProject(row), suspendedFor: row.suspendedFor, settings: readSettings(row.settings) };
}

export function toDeletedProject(row: ProjectRow & { deletedAt: Date | null }): DeletedProject {
  const { deletedAt } = row;
  if (deletedAt === null) throw new TypeError(`${row.id} is not deleted`);
  const { id, organisationId, name } = toProject(row);
  const until = restorableUntil(deletedAt).toISOString();
  return { id, organisationId, name, deletedAt: deletedAt.toISOString(), restorableUntil: until };
}

import type { AuditAction } from "./resource";

/** Actions that give a member the means to connect to a database. */
export const CONNECTING = ["database.reveal_connection_string", "shell_role.create"] as const satisfies AuditAction[];

/** Actions of the operator on a project. */
export const PROJECT_STANDING = [
  "project.suspend",
  "project.ban",
  "project.unsuspend",
] as const satisfies AuditAction[];

/** Pages read these entries for as long as the database or the project is there, however old they are. */
export const LASTING: readonly AuditAction[] = [...CONNECTING, ...PROJECT_STANDING];

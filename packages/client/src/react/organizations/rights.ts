import type { OrganizationRole } from "../../organization-wire";

export interface Rights {
  /** Whether name, short name and logo can be changed. */
  updates: boolean;
  /** The roles that the user gives and takes. Without any they invite and remove nobody. */
  gives: readonly OrganizationRole[];
  deletes: boolean;
}

/** Returns the actions that a role allows a user. The service decides: this only hides those that it would refuse. */
export function rightsOf(role: OrganizationRole): Rights {
  if (role === "owner") return { updates: true, gives: ["member", "admin", "owner"], deletes: true };
  if (role === "admin") return { updates: true, gives: ["member", "admin"], deletes: false };
  return { updates: false, gives: [], deletes: false };
}

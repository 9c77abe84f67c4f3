const VIEWER = ["databases:read", "data:read", "projects:read", "users:read"] as const;
const DEVELOPER = [
  ...VIEWER,
  "databases:write",
  "data:write",
  "credentials:reveal",
  "keys:write",
  "projects:write",
  "project-keys:write",
  "users:write",
] as const;
/** A server key of scope `admin` signs test users in, which is an administrator's matter. */
const ADMIN = [...DEVELOPER, "members:write", "audit:read", "project-keys:admin"] as const;

/** What each role of an organisation's members may do. */
export const ROLE_PERMISSIONS = {
  owner: [...ADMIN, "organisation:write"],
  admin: ADMIN,
  developer: DEVELOPER,
  viewer: VIEWER,
} as const;

export type Role = keyof typeof ROLE_PERMISSIONS;
export type Permission = (typeof ROLE_PERMISSIONS)["owner"][number];

export const ROLES = Object.keys(ROLE_PERMISSIONS) as Role[];

export function isRole(value: unknown): value is Role {
  return typeof value === "string" && Object.hasOwn(ROLE_PERMISSIONS, value);
}

export function hasPermission(role: Role, permission: Permission): boolean {
  return (ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission);
}

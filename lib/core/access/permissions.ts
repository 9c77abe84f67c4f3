const VIEWER = [
  "databases:read",
  "data:read",
  "projects:read",
  "users:read",
  "storage:read",
  "functions:read",
] as const;
const DEVELOPER = [
  ...VIEWER,
  "databases:write",
  "data:write",
  "credentials:reveal",
  "keys:write",
  "projects:write",
  "project-keys:write",
  "users:write",
  "storage:write",
  "functions:write",
] as const;
/**
 * Only administrators hold `project-keys:admin`, since a server key of scope `admin` can sign in test users,
 * `sso:write`, since an identity provider signs in everyone of its domains, and `users:transfer`, which takes all users
 * of a project in or out.
 */
const ADMIN = [
  ...DEVELOPER,
  "members:write",
  "audit:read",
  "project-keys:admin",
  "sso:write",
  "sender-domains:write",
  "users:transfer",
] as const;

export const ROLE_PERMISSIONS = {
  owner: [...ADMIN, "organisation:write", "users:secrets"],
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

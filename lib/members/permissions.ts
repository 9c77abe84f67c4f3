/** What each role of an organisation's members may do. */
export const ROLE_PERMISSIONS = {
  owner: [
    "databases:read",
    "databases:write",
    "credentials:reveal",
    "keys:write",
    "members:write",
    "organisation:write",
  ],
  admin: ["databases:read", "databases:write", "credentials:reveal", "keys:write", "members:write"],
  developer: ["databases:read", "databases:write", "credentials:reveal", "keys:write"],
  viewer: ["databases:read"],
} as const;

export type Role = keyof typeof ROLE_PERMISSIONS;
export type Permission = (typeof ROLE_PERMISSIONS)["owner"][number];

export const ROLES = Object.keys(ROLE_PERMISSIONS) as Role[];

export function isRole(value: string): value is Role {
  return Object.hasOwn(ROLE_PERMISSIONS, value);
}

export function hasPermission(role: Role, permission: Permission): boolean {
  return (ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission);
}

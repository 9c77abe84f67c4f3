/** The permissions of each role, beginning with the role that has the fewest. */
const MAY: Record<string, string> = {
  viewer: "see everything except secrets",
  developer: "change databases and their data, and create API keys",
  admin: "also manage members and read the audit log",
  owner: "do everything, including deleting the organisation",
};

/** Returns the name of a role, such as `Developer`. */
export const roleName = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

/** Returns a role with its article, such as `an admin`. */
export const asRole = (role: string): string => `${/^[aeo]/.test(role) ? "an" : "a"} ${role}`;

/** Returns a sentence about a role, such as `Developers can change databases …`. */
export const roleText = (role: string): string =>
  `${roleName(role)}s can ${MAY[role] ?? "do everything their role allows"}.`;

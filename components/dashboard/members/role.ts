/** What each role may do, from the least. */
const MAY: Record<string, string> = {
  viewer: "see everything except secrets",
  developer: "change databases and their data, and create API keys",
  admin: "also manage members and read the audit log",
  owner: "do everything, including deleting the organisation",
};

/** `Developer` */
export const roleName = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1);

/** `Developers can change databases …`. */
export const roleText = (role: string): string => `${roleName(role)}s can ${MAY[role] ?? "do what their role allows"}.`;

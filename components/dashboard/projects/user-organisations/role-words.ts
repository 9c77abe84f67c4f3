export const ROLES = ["owner", "admin", "member"] as const;

const NAMES: Readonly<Record<string, string>> = { owner: "Owner", admin: "Admin", member: "Member" };
const PHRASES: Readonly<Record<string, string>> = { owner: "an owner", admin: "an admin", member: "a member" };

export const roleName = (role: string) => NAMES[role] ?? role;
export const asRole = (role: string) => PHRASES[role] ?? role;

/** An identity provider makes nobody an admin or owner. */
export const JOINING_ROLES = ["viewer", "developer"] as const;
export type JoiningRole = (typeof JOINING_ROLES)[number];

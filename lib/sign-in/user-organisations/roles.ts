import { SignInError } from "../errors";

/** From the most to the least powerful. */
export const ORGANISATION_ROLES = ["owner", "admin", "member"] as const;
export type OrganisationRole = (typeof ORGANISATION_ROLES)[number];

type Permissions = Readonly<Record<string, readonly string[]>>;

const EVERYTHING = {
  organization: ["update", "delete"],
  member: ["create", "update", "delete"],
  invitation: ["create", "cancel"],
  team: ["create", "update", "delete"],
  ac: ["create", "read", "update", "delete"],
};

/** The permissions of each role: the default access control of better-auth, so that its clients know the same. */
const GRANTED: Readonly<Record<OrganisationRole, Permissions>> = {
  owner: EVERYTHING,
  admin: { ...EVERYTHING, organization: ["update"] },
  member: { ac: ["read"] },
};

/** Returns whether a role has every one of these permissions. Of nothing at all, as in better-auth, it has not. */
export function isAllowed(role: OrganisationRole, wanted: Permissions): boolean {
  const asked = Object.entries(wanted);
  return (
    asked.length > 0 &&
    asked.every(([subject, actions]) => {
      const granted = Object.hasOwn(GRANTED[role], subject) ? (GRANTED[role][subject] ?? []) : null;
      return granted !== null && actions.every((action) => granted.includes(action));
    })
  );
}

/** Returns the role of a request, whose list can name one alone: a member has one role. Throws `ROLE_NOT_FOUND`. */
export function readRole(given: string | readonly string[]): OrganisationRole {
  const names = [given].flat().flatMap((text) => text.split(","));
  const [name, ...others] = new Set(names.map((each) => each.trim()).filter((each) => each !== ""));
  const role = ORGANISATION_ROLES.find((each) => each === name);
  if (role !== undefined && others.length === 0) return role;
  const message = "A member has one role: owner, admin or member";
  throw new SignInError("ROLE_NOT_FOUND", others.length > 0 ? { message } : {});
}

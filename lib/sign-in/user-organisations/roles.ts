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

/** What each role may do: the default access control of better-auth, so that its clients know the same. */
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

/**
 * Returns the role of a request, which may list several: as each role includes the lesser ones, the most powerful
 * stands for all. Throws `ROLE_NOT_FOUND`.
 */
export function readRole(given: string | readonly string[]): OrganisationRole {
  const names = [given].flat().flatMap((text) => text.split(","));
  const trimmed = names.map((name) => name.trim()).filter((name) => name !== "");
  const known = ORGANISATION_ROLES.find((role) => trimmed.includes(role));
  const unknown = trimmed.filter((name) => !(ORGANISATION_ROLES as readonly string[]).includes(name));
  if (known === undefined || unknown.length > 0) throw new SignInError("ROLE_NOT_FOUND");
  return known;
}

import type { Document } from "../schema/read-document";
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from "../schema/user";
import { versionOf } from "../version";
import type { GroupOfUser, ScimUserRow } from "./rows";

export interface ScimResource {
  schemas: string[];
  id: string;
  meta: { resourceType: string; created: string; lastModified: string; location: string; version: string };
}

/** Returns the user as the directory knows them. A banned user isn't active either. */
export function toScimUser(row: ScimUserRow, groups: readonly GroupOfUser[], baseUrl: string): ScimResource {
  const { attributes, userId: id, userName, externalId } = row;
  const said = {
    schemas: ENTERPRISE_SCHEMA in attributes ? [USER_SCHEMA, ENTERPRISE_SCHEMA] : [USER_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...attributes,
    emails: attributes.emails ?? [{ value: row.email, type: "work", primary: true }],
    active: row.isActive && row.bannedAt === null,
    groups: groups.map(({ groupId, displayName }) => ({
      value: groupId,
      $ref: `${baseUrl}/Groups/${groupId}`,
      display: displayName,
    })),
  };
  const times = { created: row.createdAt.toISOString(), lastModified: row.updatedAt.toISOString() };
  const version = versionOf([said, times]);
  return { ...said, meta: { resourceType: "User", ...times, location: `${baseUrl}/Users/${id}`, version } };
}

/** Returns the document that a PATCH changes. */
export function toDocument({ userName, externalId, isActive, attributes }: ScimUserRow): Document {
  return { ...attributes, userName, active: isActive, ...(externalId !== null && { externalId }) };
}

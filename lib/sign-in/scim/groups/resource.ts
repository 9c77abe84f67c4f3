import { GROUP_SCHEMA } from "../schema/group";
import type { ScimResource } from "../users/resource";
import type { MemberRow, ScimGroupRow } from "./rows";

/** Returns the group; `members` is `null` where nobody wants them, since a group can have thousands. */
export function toScimGroup(row: ScimGroupRow, members: readonly MemberRow[] | null, baseUrl: string): ScimResource {
  const { id, displayName, externalId } = row;
  const said = {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members && {
      members: members.map(({ userId, name }) => ({
        value: userId,
        $ref: `${baseUrl}/Users/${userId}`,
        display: name,
      })),
    }),
  };
  const times = { created: row.createdAt.toISOString(), lastModified: row.updatedAt.toISOString() };
  const meta = { resourceType: "Group", ...times, location: `${baseUrl}/Groups/${id}`, version: groupVersion(row) };
  return { ...said, meta };
}

/** A user who is deleted leaves their groups, so the number of members counts too. */
export function groupVersion({ version, memberCount }: ScimGroupRow): string {
  return `W/"${version}-${memberCount}"`;
}

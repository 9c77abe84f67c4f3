import { hasPermission } from "@/lib/core/access/permissions";
import { listKeys } from "@/lib/people/api-keys/list";
import { listMembers } from "@/lib/people/members/list";
import { organisationHandler } from "@/lib/web/define-dashboard-handler";

/** More than these are found on their own pages. */
const MOST = 1_000;

/**
 * Returns the names in an organisation for the command palette: members and, for callers who may see them, API keys.
 */
export const GET = organisationHandler("findNamesInOrganisation", {}, async (ctx, { organisationId }) => {
  const maySeeKeys = ctx.actor.kind === "member" && hasPermission(ctx.actor.role, "keys:write");
  const [members, keys] = await Promise.all([
    listMembers(ctx, { organisationId }),
    maySeeKeys ? listKeys(ctx, { organisationId }) : [],
  ]);
  return {
    members: members.slice(0, MOST).map(({ id, email, role }) => ({ id, email, role })),
    keys: keys
      .filter(({ status }) => status !== "revoked")
      .slice(0, MOST)
      .map(({ id, name }) => ({ id, name })),
  };
});

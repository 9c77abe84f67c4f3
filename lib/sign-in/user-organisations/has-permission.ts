import { z } from "zod";
import type { SignedInContext } from "../context";
import { OptionalOrganisationId } from "./fields";
import { organisationIdOf, requireMembership, requireOrganisations } from "./membership";
import { isAllowed } from "./roles";

const Permissions = z.record(z.string().max(64), z.array(z.string().max(64)).max(32));

export const HasPermissionInput = z
  .object({
    organizationId: OptionalOrganisationId,
    permissions: Permissions.optional(),
    permission: Permissions.optional().meta({ deprecated: true, description: "An older name of `permissions`." }),
  })
  .refine(({ permissions, permission }) => (permissions === undefined) !== (permission === undefined), {
    message: "Invalid input: must have permissions",
  })
  .meta({ example: { permissions: { invitation: ["create"] } } });

export const PermissionAnswer = z
  .object({ error: z.null().meta({ example: null }), success: z.boolean() })
  .meta({ id: "PermissionAnswer" });

/** Throws `NO_ACTIVE_ORGANIZATION`, `USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION`. */
export async function hasOrganisationPermission(
  ctx: SignedInContext,
  { organizationId, permissions, permission }: z.infer<typeof HasPermissionInput>,
): Promise<z.infer<typeof PermissionAnswer>> {
  requireOrganisations(ctx);
  const id = organisationIdOf(ctx, organizationId, "NO_ACTIVE_ORGANIZATION");
  const { role } = await requireMembership(ctx, id, "USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION");
  return { error: null, success: isAllowed(role, permissions ?? permission ?? {}) };
}

import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { getProjectInOrganisation } from "../../projects/in-organisation";
import { type BouncingAddress, toBouncingAddress } from "./resource";

export const ListBouncingInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  /** Only this address. */
  address: z.string().max(254).optional(),
  /** The address that the page before ended with. */
  after: z.string().max(254).optional(),
  limit: z.int().min(1).max(200).default(50),
});
type ListBouncingInput = z.input<typeof ListBouncingInput>;

/** Returns the addresses that a project mails no more, in their order. Needs `users:read`. */
export async function listBouncingAddresses(
  ctx: Context,
  input: ListBouncingInput,
): Promise<{ items: BouncingAddress[]; nextAfter: string | null }> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { organisationId, projectId, address, after, limit } = ListBouncingInput.parse(input);
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const rows = await ctx.db.bouncingAddress.findMany({
    where: { projectId, ...(address && { address }), ...(after && { address: { gt: after } }) },
    orderBy: { address: "asc" },
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map(toBouncingAddress);
  return { items, nextAfter: rows.length > limit ? (items.at(-1)?.address ?? null) : null };
}

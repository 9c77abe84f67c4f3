import { z } from "zod";
import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { PROCESS_ROLES } from "@/lib/core/role-variables";
import { Deploy, toDeploy } from "./resource";

export const ListDeploysInput = z.strictObject({
  service: z.enum(PROCESS_ROLES).optional().meta({ example: "web" }),
  limit: z.coerce.number().int().min(1).max(500).default(50).meta({ example: 50 }),
});
export type ListDeploysInput = z.infer<typeof ListDeploysInput>;

export const DeployList = z.object({ items: z.array(Deploy) }).meta({ id: "DeployList" });
type DeployList = z.infer<typeof DeployList>;

/** Returns which builds have run as which processes, the latest start first. */
export async function listDeploys(ctx: Context, { service, limit }: ListDeploysInput): Promise<DeployList> {
  requireAdministration(ctx);
  const rows = await ctx.db.serviceInstance.findMany({
    ...(service && { where: { service } }),
    orderBy: [{ startedAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  const now = ctx.clock.now();
  return { items: rows.map((row) => toDeploy(row, now)) };
}

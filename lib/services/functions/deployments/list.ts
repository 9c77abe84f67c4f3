import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { type FunctionAddress, getFunction, READ_FUNCTIONS } from "../access";
import type { FunctionContext } from "../context";
import { FunctionDeployment, toDeployment } from "./resource";

export const ListDeploymentsInput = z.strictObject({
  cursor: z.string().optional().meta({ example: "dep_4k9x2m7q1w8e5r3t6y0u" }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ example: 20 }),
});

export const FunctionDeploymentList = z
  .object({ items: z.array(FunctionDeployment), nextCursor: z.string().nullable() })
  .meta({ id: "FunctionDeploymentList" });
type FunctionDeploymentList = z.infer<typeof FunctionDeploymentList>;

/** Returns a function's deployments, the latest first. Throws `function_not_found`. */
export async function listDeployments(
  ctx: FunctionContext,
  { cursor, limit, ...at }: FunctionAddress & z.infer<typeof ListDeploymentsInput>,
): Promise<FunctionDeploymentList> {
  const { id: functionId } = await getFunction(ctx, at, READ_FUNCTIONS);
  if (cursor !== undefined && !isId("functionDeployment", cursor)) throw wrongCursor();
  const after = cursor === undefined ? null : await ctx.db.functionDeployment.findUnique({ where: { id: cursor } });
  if (cursor !== undefined && after?.functionId !== functionId) throw wrongCursor();
  const rows = await ctx.db.functionDeployment.findMany({
    where: {
      functionId,
      ...(after && {
        OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const items = rows.slice(0, limit).map(toDeployment);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

function wrongCursor(): ServiceError {
  return new ServiceError("invalid_request", "cursor: isn't one of this list", {
    details: [{ path: "cursor", message: "isn't one of this list" }],
  });
}

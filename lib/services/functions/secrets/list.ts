import { READ_FUNCTIONS, requireFunctions } from "../access";
import type { FunctionContext } from "../context";
import { type FunctionSecret, secretPlace, toSecret } from "./resource";

/** Returns the names of a project's secrets, and by which value each can be known. */
export async function listSecrets(
  ctx: FunctionContext,
  { projectId }: { projectId: string },
): Promise<{ items: FunctionSecret[] }> {
  await requireFunctions(ctx, projectId, READ_FUNCTIONS);
  const rows = await ctx.db.functionSecret.findMany({ where: { projectId }, orderBy: { name: "asc" } });
  return { items: rows.map((row) => toSecret(row, ctx.sealer.open(row.value, secretPlace(row.id)))) };
}

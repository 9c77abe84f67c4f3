import { planLimits } from "@/lib/core/plans";
import { removeBytes } from "@/lib/services/storage/bytes/ownership";
import type { FunctionContext } from "../context";

/** The time for which a replaced version may go on with its invocations. */
export const RETIRE_MILLISECONDS = 30_000;

/** Deletes the versions of a function beyond those that its plan keeps, never the answering one or one being built. */
export async function removeOldVersions(
  ctx: FunctionContext,
  { functionId, tier }: { functionId: string; tier: string },
): Promise<void> {
  const { versions } = planLimits(tier).functions;
  const removed = await ctx.db.$queryRaw<KeptVersion[]>`
    delete from function_version where id in (
      select v.id from function_version v join function f on f.id = v.function_id
      where f.id = ${functionId} and v.id is distinct from f.active_version_id
        and not exists (select 1 from function_deployment d where d.version_id = v.id and d.status = 'building')
      order by v.number desc offset ${versions - 1}
    ) returning id, sources_id as "sourcesId"`;
  await removeBundles(ctx, removed);
}

interface KeptVersion {
  id: string;
  sourcesId: string | null;
}

/** Deletes bytes that no row names any more. Bytes left behind are found by the reconciler of storage. */
export async function removeBundles(ctx: FunctionContext, versions: readonly KeptVersion[]): Promise<void> {
  for (const id of versions.flatMap((version) => [version.id, version.sourcesId ?? []].flat())) {
    await removeBytes(ctx, id).catch((error: unknown) => {
      ctx.log.warn({ err: error, bytesId: id }, "the bytes of a function's version could not be deleted");
    });
  }
}

import type { CommandSession } from "@/lib/cli/command-line";
import { reasonOf } from "@/lib/core/error-code";
import { patienceSignal } from "@/lib/core/patience";
import { findStoreOwner } from "@/lib/services/storage/bytes/ownership";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";

/** The newest and the oldest stand for all. */
const SAMPLE = 20;
/** A store may take requests and answer none. */
const LOOK_MS = 10_000;

/**
 * Checks that objects and functions have their bytes, which a backup of the database alone does not bring back, and that
 * a bucket keeps those that are deleted.
 */
export async function checkObjects(session: CommandSession): Promise<Check[]> {
  const bytes = named("objects", await checkBytes(session));
  if (bytes.status === "fail") return [bytes];
  const [owner, versions] = [await checkOwner(session), await checkVersions(session)];
  return [
    bytes,
    ...(owner ? [named("object store", owner)] : []),
    ...(versions ? [named("object versions", versions)] : []),
  ];
}

async function checkOwner({ ctx }: CommandSession): Promise<Finding | null> {
  if (ctx.objects.ownerMark === null) return null;
  const owner = await findStoreOwner(ctx, patienceSignal(LOOK_MS)).catch(() => null);
  if (owner === null || owner === "none") return null;
  if (owner === "this") return ok("this installation owns the bucket");
  const advice = "Give it a bucket of its own, or run `coppice object claim-store` if the other is gone for good.";
  return warn("the bucket belongs to another installation, so nothing is deleted from it", advice);
}

async function checkVersions({ ctx }: CommandSession): Promise<Finding | null> {
  const keepsVersions = await ctx.objects.keepsVersions(patienceSignal(LOOK_MS)).catch(() => null);
  if (keepsVersions === null) return null;
  if (keepsVersions) return ok("the bucket keeps objects that are deleted");
  const advice = "Turn on versions for the bucket: backups don't have its objects. docs/backups.md says more.";
  return warn("the bucket keeps no versions, so objects that are deleted can't be restored", advice);
}

async function checkBytes({ ctx }: CommandSession): Promise<Finding> {
  const part = async (order: "asc" | "desc") => {
    const [orderBy, take] = [{ createdAt: order }, SAMPLE];
    const where = { status: { in: ["ready", "broken"] } };
    const objects = await ctx.db.objectVersion.findMany({ where, orderBy, take, select: { bytesId: true } });
    const answering = { activeIn: { isNot: null } };
    const code = await ctx.db.functionVersion.findMany({ where: answering, orderBy, take, select: { id: true } });
    return [...objects.map(({ bytesId }) => bytesId), ...code.map(({ id }) => id)];
  };
  const ids = [...new Set([...(await part("asc")), ...(await part("desc"))])];
  if (ids.length === 0) return ok("none are stored yet");
  const late = patienceSignal(LOOK_MS);
  const found = await Promise.all(ids.map((id) => ctx.objects.has(id, late))).catch((error: Error) => error);
  if (found instanceof Error) {
    const advice = "Start the store that keeps objects, or correct COPPICE_S3_ENDPOINT and its companions.";
    return fail(`the store doesn't answer (${reasonOf(found.cause ?? found)})`, advice);
  }
  const lost = found.filter((has) => !has).length;
  if (lost === 0) return ok(`${ids.length} looked at, all have their bytes`);
  const advice = "Bring back `objects` of the data folder, or the bucket, from the backup; check COPPICE_DATA_DIR.";
  return fail(`${lost} of ${ids.length} looked at have no bytes`, advice);
}

import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { addSeconds } from "../../core/add-seconds";
import type { SigningAlgorithm } from "../projects/request-project";
import { readSettings } from "../projects/stored-settings";
import { PREVIOUS_KEY_SECONDS } from "./key-set";
import { authoriseForKeys, insertSigningKey, withSigningKeyLock } from "./signing-keys";

/** A key is published this long before it signs, so that every verifier has it by then. */
const PUBLISH_AHEAD_SECONDS = 86_400;
const SIGNING_SECONDS = 90 * 86_400;

export type Rotation = "none" | "published" | "activated";

/**
 * Takes the next step of a project's key rotation if it is due: publishes the next key, or lets it sign a day later.
 * With `now` the first step is due at once. Deletes keys whose tokens have all expired.
 */
export async function rotateSigningKeys(
  ctx: Context,
  { projectId, now: isWanted = false }: { projectId: string; now?: boolean },
): Promise<Rotation> {
  const { organisationId, settings } = await authoriseForKeys(ctx, projectId, "project-keys:write");
  const { token } = readSettings(settings);
  return withSigningKeyLock(ctx, projectId, async (tx) => {
    const step = await takeStep(tx, projectId, token.algorithm, isWanted);
    if (step === "none") return step;
    await recordAudit(tx, { organisationId, action: "signing_key.rotate", targetId: projectId, data: { step } });
    return step;
  });
}

async function takeStep(
  tx: Context,
  projectId: string,
  algorithm: SigningAlgorithm,
  isWanted: boolean,
): Promise<Rotation> {
  const now = tx.clock.now();
  const dead = addSeconds(now, -PREVIOUS_KEY_SECONDS);
  await tx.db.signingKey.deleteMany({ where: { projectId, status: "previous", retiredAt: { lt: dead } } });
  const next = await tx.db.signingKey.findFirst({ where: { projectId, status: "next" } });
  if (next) return addSeconds(next.createdAt, PUBLISH_AHEAD_SECONDS) > now ? "none" : activate(tx, projectId, next.id);
  const current = await tx.db.signingKey.findFirst({ where: { projectId, status: "current" } });
  const publishAt = current?.activatedAt && addSeconds(current.activatedAt, SIGNING_SECONDS - PUBLISH_AHEAD_SECONDS);
  if (!isWanted && (!publishAt || publishAt > now)) return "none";
  await insertSigningKey(tx, projectId, algorithm, "next");
  return "published";
}

async function activate(tx: Context, projectId: string, nextId: string): Promise<Rotation> {
  const now = tx.clock.now();
  const where = { projectId, status: "current" };
  await tx.db.signingKey.updateMany({ where, data: { status: "previous", retiredAt: now } });
  await tx.db.signingKey.update({ where: { id: nextId }, data: { status: "current", activatedAt: now } });
  return "activated";
}

export async function listProjectsWithKeys(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.signingKey.findMany({ distinct: ["projectId"], select: { projectId: true } });
  return rows.map(({ projectId }) => projectId);
}

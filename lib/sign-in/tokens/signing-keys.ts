import { exportJWK, generateKeyPair, type JWK } from "jose";
import type { Permission } from "@/lib/core/access/permissions";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { createId } from "@/lib/core/ids";
import { projectNotFound } from "@/lib/core/not-found";
import type { SignInContext } from "../context";
import { projectSuspended } from "../projects/in-organisation";
import type { RequestProject, Signer, SigningAlgorithm } from "../projects/request-project";
import { privateKeyPlace } from "./signing-key-lookup";

/**
 * Returns the project's current key, created if absent. A key of another algorithm than the owner's choice is retired
 * at once: its tokens stay valid, and verifiers fetch keys that they do not know.
 */
export async function currentSigner(
  ctx: SignInContext,
  { id: projectId, settings, signingKey }: RequestProject,
): Promise<Signer> {
  const { algorithm } = settings.token;
  const current = signingKey ?? (await ctx.signIn.signingKeys.find(projectId));
  const { id } = current?.algorithm === algorithm ? current : await makeCurrent(ctx, projectId, algorithm);
  return ctx.signIn.signingKeys.open(ctx, id, algorithm);
}

function makeCurrent(ctx: Context, projectId: string, algorithm: SigningAlgorithm): Promise<{ id: string }> {
  return withSigningKeyLock(ctx, projectId, async (tx) => {
    const where = { projectId, status: "current" };
    const made = await tx.db.signingKey.findFirst({ where: { ...where, algorithm }, select: { id: true } });
    if (made) return made;
    const now = tx.clock.now();
    await tx.db.signingKey.updateMany({ where, data: { status: "previous", retiredAt: now } });
    const published = await tx.db.signingKey.findFirst({
      where: { projectId, status: "next", algorithm },
      select: { id: true },
    });
    if (!published) return insertSigningKey(tx, projectId, algorithm, "current");
    return tx.db.signingKey.update({
      where: { id: published.id },
      data: { status: "current", activatedAt: now },
      select: { id: true },
    });
  });
}

/** Runs `work` under a lock that lets one change of a project's keys run at a time. */
export function withSigningKeyLock<T>(ctx: Context, projectId: string, work: (tx: Context) => Promise<T>): Promise<T> {
  return withAdvisoryLock(ctx, `signing-keys ${projectId}`, work);
}

interface KeyOwner {
  organisationId: string;
  settings: unknown;
}

/** Returns the owner of a project's keys once the actor may do this. A deleted project is the operator's alone. */
export async function authoriseForKeys(ctx: Context, projectId: string, permission: Permission): Promise<KeyOwner> {
  const isOperator = ctx.actor.kind === "operator";
  const project = await ctx.db.project.findFirst({
    where: { id: projectId, ...(!isOperator && { deletedAt: null }) },
    select: { organisationId: true, settings: true, status: true },
  });
  if (!project) throw projectNotFound();
  const organisationId = project.organisationId ?? SERVICE_SCOPE;
  requireMemberPermission(ctx, organisationId, permission);
  if (!isOperator && permission !== "projects:read" && project.status !== "active") throw projectSuspended();
  return { organisationId, settings: project.settings };
}

export async function insertSigningKey(
  tx: Context,
  projectId: string,
  algorithm: SigningAlgorithm,
  status: "next" | "current",
): Promise<{ id: string }> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2_048 });
  const id = createId("signingKey", tx.random);
  const now = tx.clock.now();
  const privateJwk = JSON.stringify(await exportJWK(privateKey));
  return tx.db.signingKey.create({
    data: {
      id,
      projectId,
      algorithm,
      status,
      createdAt: now,
      activatedAt: status === "current" ? now : null,
      publicJwk: toPublicJwk(await exportJWK(publicKey), id, algorithm),
      privateJwk: tx.sealer.seal(privateJwk, privateKeyPlace(id)),
    },
    select: { id: true },
  });
}

/** Returns the public members of a key, named one by one so that a private one cannot slip in. */
function toPublicJwk(jwk: JWK, kid: string, alg: SigningAlgorithm): Record<string, string> {
  const { kty, crv, x, y, n, e } = jwk;
  const members = Object.entries({ kid, kty, alg, use: "sig", crv, x, y, n, e });
  return Object.fromEntries(members.filter((member): member is [string, string] => member[1] !== undefined));
}

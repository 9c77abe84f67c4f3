import { exportJWK, generateKeyPair, type JWK } from "jose";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { SignInContext } from "../context";
import type { RequestProject, SigningAlgorithm } from "../projects/request-project";
import type { Signer } from "./json-web-signature";
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

export async function organisationOf(tx: Context, projectId: string): Promise<string> {
  const project = await tx.db.project.findUnique({ where: { id: projectId }, select: { organisationId: true } });
  if (!project) throw new ServiceError("project_not_found", "Project not found.");
  return project.organisationId ?? SERVICE_SCOPE;
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

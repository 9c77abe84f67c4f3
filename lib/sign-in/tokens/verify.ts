import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose";
import type { SignInContext } from "../context";
import type { ProjectStatus } from "../projects/resource";
import { issuerOf } from "./issue";
import { verifyingKeys } from "./key-set";

type UserClaims = JWTPayload & { sub: string; sid: string };

interface VerifiedToken {
  claims: UserClaims;
  project: { id: string; status: ProjectStatus };
}

/** The algorithms that a project can choose. */
const ALGORITHMS = ["EdDSA", "ES256", "RS256"];

/**
 * Returns the claims of a token that a project gave to one of its users, as `POST /token` does (RFC 7519 section 7.2),
 * and
 * `null` for any other text, for one of another project, and where the session has ended or its user is banned.
 */
export async function verifyToken(
  ctx: SignInContext,
  projectId: string,
  token: string,
): Promise<VerifiedToken | "expired" | null> {
  const project = await ctx.signIn.projects.find(projectId);
  if (!project) return null;
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(verifyingKeys(ctx, project)), {
      algorithms: ALGORITHMS,
      audience: projectId,
      issuer: issuerOf(projectId, ctx.baseUrl),
      currentDate: ctx.clock.now(),
      requiredClaims: ["sub", "sid", "exp"],
    });
    const claims = payload as UserClaims;
    return (await isSignedIn(ctx, projectId, claims)) ? { claims, project } : null;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return "expired";
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function isSignedIn({ db, clock }: SignInContext, projectId: string, { sub, sid }: UserClaims): Promise<boolean> {
  const now = clock.now();
  const isBanned = { bannedAt: { not: null }, OR: [{ bannedUntil: null }, { bannedUntil: { gt: now } }] };
  const where = { id: sid, projectId, userId: sub, expiresAt: { gt: now }, user: { NOT: isBanned } };
  return (await db.session.count({ where })) > 0;
}

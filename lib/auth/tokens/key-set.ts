import { z } from "zod";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import type { AuthContext, PublishedKey, Tenant } from "../context";
import { addSeconds } from "../sessions/lifetime";
import { currentSigningKey } from "./signing-keys";

const JsonWebKey = z.object({
  kid: z.string().meta({ example: "kid_4k9x2m7q1w8e5r3t6y0u" }),
  kty: z.string().meta({ example: "OKP" }),
  alg: z.string().meta({ example: "EdDSA" }),
  use: z.literal("sig"),
  crv: z.string().optional().meta({ example: "Ed25519" }),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
});

export const KeySet = z.object({ keys: z.array(JsonWebKey) }).meta({ id: "JsonWebKeySet" });
type KeySet = z.infer<typeof KeySet>;

/** Longer than the longest life of a token, an hour, and the differences between clocks. */
export const PREVIOUS_KEY_SECONDS = 3_600 + 300;
/** How long verifiers may keep the set. A revoked key is refused everywhere after this. */
export const KEY_SET_SECONDS = 300;

const CACHED = { "Cache-Control": `public, max-age=${KEY_SET_SECONDS}` };

/** The project's public keys: the one that signs, the one that will, and those whose tokens may still be alive. */
export async function getKeySet(ctx: AuthContext): Promise<KeySet> {
  ctx.reply.headers.set("Cache-Control", CACHED["Cache-Control"]);
  return readKeySet(ctx, ctx.tenant);
}

/** The same for verifiers, which send no headers of ours. Throws `project_not_found`. */
export async function getProjectKeySet(ctx: Context, { projectId }: { projectId: string }): Promise<Response> {
  return Response.json(await readKeySet(ctx, await getTenant(ctx, projectId)), { headers: CACHED });
}

export async function getTenant(ctx: Context, projectId: string): Promise<Tenant> {
  const tenant = await ctx.auth.tenants.find(projectId);
  if (!tenant) throw new ServiceError("project_not_found", "There is no such project.");
  return tenant;
}

async function readKeySet(ctx: Context, tenant: Tenant): Promise<KeySet> {
  const rows = tenant.keys ?? (await keysOf(ctx, tenant.id));
  if (rows.some(({ status }) => status === "current")) return toKeySet(ctx, rows);
  await currentSigningKey(ctx, tenant.id, tenant.settings.token.algorithm);
  return toKeySet(ctx, await keysOf(ctx, tenant.id));
}

async function keysOf(ctx: Context, projectId: string): Promise<readonly PublishedKey[]> {
  return (await getTenant(ctx, projectId)).keys ?? [];
}

function toKeySet(ctx: Context, rows: readonly PublishedKey[]): KeySet {
  const now = ctx.clock.now();
  const published = rows.filter(({ status, retiredAt }) => {
    return status !== "previous" || (retiredAt !== null && addSeconds(retiredAt, PREVIOUS_KEY_SECONDS) > now);
  });
  return { keys: published.map(({ publicJwk }) => JsonWebKey.parse(publicJwk)) };
}

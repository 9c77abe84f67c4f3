import { z } from "zod";
import { projectNotFound } from "@/lib/core/not-found";
import { addSeconds } from "../../core/add-seconds";
import type { SignInContext, UserContext } from "../context";
import type { PublishedKey, RequestProject } from "../projects/request-project";
import { SignInResult } from "../result";
import { currentSigner } from "./signing-keys";

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

/** Exceeds the longest life of a token, an hour, and the differences between clocks. */
export const PREVIOUS_KEY_SECONDS = 3_600 + 300;
/** Verifiers may cache the set for this long, after which a revoked key is refused everywhere. */
export const KEY_SET_SECONDS = 300;

const CACHED = { "Cache-Control": `public, max-age=${KEY_SET_SECONDS}` };

/** Returns the project's public keys: the signing one, the next one, and those whose tokens may still be valid. */
export async function getKeySet(ctx: UserContext): Promise<SignInResult<KeySet>> {
  const { set, text } = await readKeySet(ctx, ctx.project);
  return new SignInResult(set, { headers: CACHED, text });
}

/** Returns a project's public keys to verifiers, which send no project header. Throws `project_not_found`. */
export async function getProjectKeySet(ctx: SignInContext, { projectId }: { projectId: string }): Promise<Response> {
  const { text } = await readKeySet(ctx, await getProject(ctx, projectId));
  return new Response(text, { headers: { ...CACHED, "Content-Type": "application/json" } });
}

/** Returns the keys that a project's tokens are verified with: none where it has never signed one. */
export function verifyingKeys(ctx: SignInContext, { keys }: RequestProject): KeySet {
  return makeKeySet(ctx, keys ?? []).set;
}

export async function getProject(ctx: SignInContext, projectId: string): Promise<RequestProject> {
  const project = await ctx.signIn.projects.find(projectId);
  if (!project) throw projectNotFound();
  return project;
}

interface MadeKeySet {
  set: KeySet;
  text: string;
  /** Milliseconds since 1970, when the next of its keys is removed. */
  until: number;
}

/** Key sets are cached by the array of stored keys; changed keys are another array. */
const made = new WeakMap<readonly PublishedKey[], MadeKeySet>();

async function readKeySet(ctx: SignInContext, project: RequestProject): Promise<MadeKeySet> {
  const rows = project.keys ?? (await keysOf(ctx, project.id));
  const known = made.get(rows);
  if (known && ctx.clock.now().getTime() < known.until) return known;
  if (rows.some(({ status }) => status === "current")) return makeKeySet(ctx, rows);
  await currentSigner(ctx, project);
  return makeKeySet(ctx, await keysOf(ctx, project.id));
}

async function keysOf(ctx: SignInContext, projectId: string): Promise<readonly PublishedKey[]> {
  return (await getProject(ctx, projectId)).keys ?? [];
}

function makeKeySet(ctx: SignInContext, rows: readonly PublishedKey[]): MadeKeySet {
  const now = ctx.clock.now().getTime();
  const lasting = rows.map((key) => ({ key, until: publishedUntil(key) })).filter(({ until }) => until > now);
  const set = { keys: lasting.map(({ key }) => JsonWebKey.parse(key.publicJwk)) };
  const keySet = { set, text: JSON.stringify(set), until: Math.min(...lasting.map(({ until }) => until)) };
  if (rows.some(({ status }) => status === "current")) made.set(rows, keySet);
  return keySet;
}

function publishedUntil({ status, retiredAt }: PublishedKey): number {
  if (status !== "previous") return Number.POSITIVE_INFINITY;
  return retiredAt === null ? 0 : addSeconds(retiredAt, PREVIOUS_KEY_SECONDS).getTime();
}

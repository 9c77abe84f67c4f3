import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { addSeconds } from "../../core/add-seconds";
import type { UserContext } from "../context";
import { carryingAddress } from "./onward";

const KIND = "outcome";

/** Longer than any link that is mailed for signing in works. */
const LIFETIME_SECONDS = 3_600;

/** An address that works once: the secret that its opener had, by kind. */
export interface OneShot {
  kind: "social" | "sso" | "saml" | "sign-in-link" | "join" | "verify-email";
  secret: string;
}

/** The outcome of a one-shot address for a user, who is told so when they open it again. */
interface Outcome {
  userId: string;
  /** The address that the browser goes on to, by a redirect or by a page of the service. */
  redirect?: string | undefined;
  continueTo?: string | undefined;
}

/** Returns the public name of an address that works once, from which the secret can't be learned. */
export function nameOf({ kind, secret }: OneShot): string {
  return Buffer.from(hashSecretText(`${kind}:${secret}`)).toString("base64url");
}

/**
 * Keeps the target that an address led to, since browsers open addresses again: a reload, a tab that is restored, a
 * second click.
 */
export async function keepOutcome(ctx: UserContext, oneShot: OneShot, { userId, ...onward }: Outcome): Promise<void> {
  const now = ctx.clock.now();
  const times = { createdAt: now, expiresAt: addSeconds(now, LIFETIME_SECONDS) };
  const address = onward.continueTo ?? onward.redirect ?? "";
  const row = { id: idOf(nameOf(oneShot)), projectId: ctx.project.id, kind: KIND, userId, data: { address }, ...times };
  await ctx.db.flow.createMany({ data: [row], skipDuplicates: true });
}

/** Returns where an address led that the user of this browser has used already; `null` for everyone else's. */
export async function findOutcome(ctx: UserContext, name: string): Promise<string | null> {
  if (ctx.session === null) return null;
  const where = { id: idOf(name), projectId: ctx.project.id, kind: KIND, userId: ctx.session.user.id };
  const row = await ctx.db.flow.findFirst({
    where: { ...where, expiresAt: { gt: ctx.clock.now() } },
    select: { data: true },
  });
  const address = (row?.data as { address?: unknown } | undefined)?.address;
  return typeof address === "string" ? address : null;
}

/**
 * Returns the address that tells of a failure. A browser from another site shows its session there alone, by which an
 * address that has done its work leads on.
 */
export function failedAddress(ctx: UserContext, oneShot: OneShot | null, carried: Record<string, string>): string {
  return carryingAddress(ctx, "error", { ...carried, ...(oneShot && { attempt: nameOf(oneShot) }) });
}

const idOf = (name: string) => `done_${name}`;

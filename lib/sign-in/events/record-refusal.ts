import { addressBucket } from "@/lib/core/address-bucket";
import type { UserContext } from "../context";
import type { SignInError } from "../errors";
import type { SecurityEventKind } from "./kinds";
import { recordSecurityEvent } from "./record";
import { isRefusal, refusalOf } from "./refusals";

/** A client address has so many events of refusals that cost it nothing; further ones are refused without. */
const RECORDED_REFUSALS = { name: "recorded-refusals", limit: 60, windowSeconds: 60 };

/** The step at which a request was refused: its event, and the method of sign-in. */
export interface RefusedStep {
  kind: SecurityEventKind;
  factor?: string;
}

/** Records the refusal of a request whose verb has recorded none, so that every request id that a user got is found. */
export async function recordRefusal(
  ctx: UserContext,
  { kind, factor }: RefusedStep,
  error: SignInError,
  findEmail: () => Promise<string | null> = async () => null,
): Promise<void> {
  if (ctx.attempt?.isRecorded || !isRefusal(error)) return;
  // A visitor who has never signed in is told so by every page, and nothing was refused to them.
  if (error.code === "UNAUTHORIZED" && ctx.sessionToken === null) return;
  const key = `${ctx.project.id}:${addressBucket(ctx.clientAddress)}`;
  if (!(await ctx.rateLimiter.consume(RECORDED_REFUSALS, key)).allowed) return;
  const email = ctx.attempt?.email ?? (await findEmail());
  const { reason, data } = refusalOf(error, ctx.clock.now());
  await recordSecurityEvent(ctx, {
    kind,
    outcome: "refused",
    userId: ctx.session?.user.id ?? ctx.attempt?.userId ?? null,
    reason,
    data: { ...(email !== null && { email }), ...(factor && { factor }), ...data },
  });
}

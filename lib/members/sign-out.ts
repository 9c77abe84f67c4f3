import { recordAudit } from "@/lib/audit/record";
import type { Context } from "@/lib/context";

/** Notes that the member ended a session; the session itself is a sealed cookie, which the caller drops. */
export async function signOutMember(ctx: Context, _input: object): Promise<void> {
  if (ctx.actor.kind !== "member") return;
  await recordAudit(ctx, {
    organisationId: ctx.actor.organisationId,
    action: "member.sign_out",
    targetId: ctx.actor.id,
  });
}

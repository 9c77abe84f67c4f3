import type { Context } from "@/lib/core/context";
import type { OwnedMail } from "./owned-user";

const NEWEST = 20;

/** Returns the mails of a project to an address, without its content and the rows that `queueNothing` inserts. */
export async function newestMailsTo(ctx: Context, projectId: string, recipient: string): Promise<OwnedMail[]> {
  const rows = await ctx.db.mailMessage.findMany({
    where: { projectId, recipient, NOT: { status: "expired", failure: null } },
    select: { id: true, kind: true, status: true, failure: true, bounceCode: true, createdAt: true, sentAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: NEWEST,
  });
  return rows.map(({ createdAt, sentAt, ...mail }) => ({
    ...mail,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}

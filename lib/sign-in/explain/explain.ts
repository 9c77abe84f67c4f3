import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { emailInOneForm } from "@/lib/core/email-address";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { readSettings } from "../projects/stored-settings";
import { newestMailsTo } from "../users/newest-mails";
import { showUser } from "../users/show";
import type { Company } from "./company";
import { findingsOf } from "./findings";
import type { SignInExplanation } from "./resource";
import { newestEvents, timelineOf } from "./timeline";

export const ExplainSignInInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  /** An email address, or the id of a request. */
  about: z.string().trim().min(1).max(254),
});

/**
 * Returns why somebody could not get in: by an email address, with or without an account, the obstacles and its last
 * attempts and mails; by the id of a request, that request alone. Throws `project_not_found`.
 */
export async function explainSignIn(
  ctx: Context,
  { organisationId, projectId, about }: z.infer<typeof ExplainSignInInput>,
): Promise<SignInExplanation> {
  requireMemberPermission(ctx, organisationId, "users:read");
  const project = await getProjectInOrganisation(ctx, organisationId, projectId);
  if (!about.includes("@")) {
    const events = await newestEvents(ctx, projectId, { requestId: about });
    const email = events.find((event) => event.email !== null)?.email ?? null;
    return { email, requestId: about, user: null, findings: [], timeline: timelineOf(events, []) };
  }
  const email = emailInOneForm(about);
  const [row, bouncing, events, mails, company] = await Promise.all([
    ctx.db.user.findUnique({ where: { projectId_email: { projectId, email } }, select: { id: true } }),
    ctx.db.bouncingAddress.findUnique({ where: { projectId_address: { projectId, address: email } } }),
    newestEvents(ctx, projectId, { email }),
    newestMailsTo(ctx, projectId, email),
    companyOf(ctx, projectId, email),
  ]);
  const user = row && (await showUser(ctx, { projectId, userId: row.id }));
  const { status } = project;
  const settings = readSettings(project.settings);
  return {
    email,
    requestId: null,
    user: user && { id: user.id, email: user.email, name: user.name },
    findings: findingsOf({ now: ctx.clock.now(), email, status, settings, user, bouncing, mails, events, company }),
    timeline: timelineOf(events, mails),
  };
}

function companyOf(ctx: Context, projectId: string, email: string): Promise<Company | null> {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const connection = { select: { id: true, name: true, isEnabled: true, createsUsers: true, metadataProblem: true } };
  const where = { projectId, domain, verifiedAt: { not: null } };
  return ctx.db.ssoDomain.findFirst({ where, select: { domain: true, connection } });
}

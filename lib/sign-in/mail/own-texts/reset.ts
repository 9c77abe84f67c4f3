import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { LOCALES } from "@/lib/core/locale";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { TEMPLATE_KINDS } from "./texts";

export const TemplatePlace = z.object({ kind: z.enum(TEMPLATE_KINDS), locale: z.enum(LOCALES) });
export type TemplatePlace = z.infer<typeof TemplatePlace>;

/** Takes a project's own texts away for one kind of mail in one language. */
export async function resetMailTemplate(ctx: Context, input: ProjectAddress & TemplatePlace): Promise<void> {
  const { organisationId, projectId, kind, locale } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  await withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const { count } = await tx.db.mailTemplate.deleteMany({ where: { projectId, kind, locale } });
    if (count === 0) return;
    const data = { kind, locale };
    await recordAudit(tx, { organisationId, action: "mail_template.reset", targetId: projectId, data });
  });
}

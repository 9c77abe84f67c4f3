import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { LOCALES, type Locale } from "@/lib/core/locale";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { lockProjectForChange } from "@/lib/sign-in/projects/in-organisation";
import { settingsRefused } from "@/lib/sign-in/projects/stored-settings";
import { readTexts } from "./find";
import type { OwnTexts } from "./resource";
import { TEMPLATE_KINDS, type TemplateKind, textNames, textProblem } from "./texts";

/** Changed texts by kind, language and name; `null` is the default again. */
export const MailTexts = z.partialRecord(
  z.enum(TEMPLATE_KINDS),
  z.partialRecord(z.enum(LOCALES), z.record(z.string(), z.string().nullable())),
);
export type MailTexts = z.infer<typeof MailTexts>;

/** Changes texts of a project's mails, all of them or none. Throws `invalid_request` that names the unfit value. */
export async function setMailTexts(ctx: Context, input: ProjectAddress & { texts: MailTexts }): Promise<void> {
  const { organisationId, projectId } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  const changes = Object.entries(input.texts).flatMap(([kind, languages]) =>
    Object.entries(languages).map(([locale, texts]) => ({
      kind: kind as TemplateKind,
      locale: locale as Locale,
      texts,
    })),
  );
  refuseWrong(changes);
  await withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    for (const { kind, locale, texts } of changes) {
      const changed = await change(tx, { projectId, kind, locale }, texts);
      if (changed.length === 0) continue;
      const data = { kind, locale, changed };
      await recordAudit(tx, { organisationId, action: "mail_template.set", targetId: projectId, data });
    }
  });
}

type Texts = Readonly<Record<string, string | null>>;

interface Place {
  projectId: string;
  kind: TemplateKind;
  locale: Locale;
}

function refuseWrong(changes: readonly (Omit<Place, "projectId"> & { texts: Texts })[]): void {
  const problems = changes.flatMap(({ kind, locale, texts }) =>
    Object.entries(texts).flatMap(([name, text]) => {
      const path = `${kind}.${locale}.${name}`;
      if (!textNames(kind).includes(name)) return [{ path, message: "is no text of this email" }];
      const message = text === null ? null : textProblem(kind, name, text.trim());
      return message === null ? [] : [{ path, message }];
    }),
  );
  if (problems.length > 0) throw settingsRefused(problems);
}

/** Writes the texts of one template. Returns the names of those that differ from before. */
async function change(tx: Context, place: Place, texts: Texts): Promise<string[]> {
  const where = { projectId_kind_locale: place };
  const row = await tx.db.mailTemplate.findUnique({ where, select: { texts: true } });
  const before = readTexts(row?.texts);
  const after = merged(before, texts);
  const changed = Object.keys(texts).filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return [];
  const updatedAt = tx.clock.now();
  if (Object.keys(after).length === 0) await tx.db.mailTemplate.delete({ where });
  else {
    await tx.db.mailTemplate.upsert({
      where,
      create: { ...place, texts: after, updatedAt },
      update: { texts: after, updatedAt },
    });
  }
  return changed;
}

function merged(before: OwnTexts, texts: Texts): Record<string, string> {
  const entries = Object.entries({ ...before, ...texts });
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (text == null ? [] : [[name, text.trim().normalize("NFC")]])),
  );
}

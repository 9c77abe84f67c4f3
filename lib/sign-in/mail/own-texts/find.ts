import type { Context } from "@/lib/core/context";
import { negotiateLocale } from "@/lib/core/locale";
import type { MailKind } from "../messages";
import type { OwnTexts } from "./resource";

interface Sought {
  projectId: string | null;
  kind: MailKind;
  /** BCP 47. */
  locale: string;
}

/** Returns the project's own texts for a mail, none where it has none in the language that the mail is written in. */
export async function findOwnTexts(ctx: Context, { projectId, kind, locale: wish }: Sought): Promise<OwnTexts> {
  if (projectId === null) return {};
  const locale = negotiateLocale({ uiLocales: wish });
  const where = { projectId_kind_locale: { projectId, kind, locale } };
  const row = await ctx.db.mailTemplate.findUnique({ where, select: { texts: true } });
  return readTexts(row?.texts);
}

/** Returns stored texts; other values are left out. */
export function readTexts(stored: unknown): OwnTexts {
  if (typeof stored !== "object" || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

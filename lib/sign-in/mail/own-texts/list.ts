import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { LOCALES, type Locale } from "@/lib/core/locale";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "@/lib/sign-in/projects/in-organisation";
import { MESSAGES } from "../words";
import { readTexts } from "./find";
import type { MailTemplate, OwnTexts } from "./resource";
import {
  asTemplate,
  longestOf,
  messageKey,
  placeholdersOf,
  TEMPLATE_KINDS,
  type TemplateKind,
  textNames,
} from "./texts";

/** Returns the texts of every kind of mail in every language, the project's own beside the defaults. */
export async function listMailTemplates(ctx: Context, address: ProjectAddress): Promise<{ items: MailTemplate[] }> {
  const { organisationId, projectId } = address;
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const rows = await ctx.db.mailTemplate.findMany({ where: { projectId } });
  const own = new Map(rows.map(({ kind, locale, texts }) => [`${kind} ${locale}`, readTexts(texts)]));
  const items = TEMPLATE_KINDS.flatMap((kind) =>
    LOCALES.map((locale) => toMailTemplate(kind, locale, own.get(`${kind} ${locale}`) ?? {})),
  );
  return { items };
}

export function toMailTemplate(kind: TemplateKind, locale: Locale, own: OwnTexts): MailTemplate {
  const texts = textNames(kind).map((name) => ({
    name,
    text: own[name] ?? null,
    standard: asTemplate(MESSAGES[locale][messageKey(kind, name)]),
    maxLength: longestOf(name),
    placeholders: placeholdersOf(kind, name),
  }));
  return { kind, locale, texts };
}

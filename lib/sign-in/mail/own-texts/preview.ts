import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { getProjectInOrganisation } from "@/lib/sign-in/projects/in-organisation";
import { settingsRefused } from "@/lib/sign-in/projects/stored-settings";
import { findMailProject } from "../brand";
import type { MailRenderer } from "../open";
import { TemplatePlace } from "./reset";
import type { MailPreview } from "./resource";
import { sampleContent } from "./sample";
import { textNames, textProblem } from "./texts";

export const PreviewMailInput = TemplatePlace.extend({
  /** The texts as they would be saved; a name that is left out has its default. */
  texts: z.record(z.string().max(64), z.string().max(2_000)),
  /** The theme of the reader's mail program, if the brand follows it. */
  theme: z.enum(["light", "dark"]),
});
export type PreviewMailInput = z.infer<typeof PreviewMailInput>;

/** Renders a mail with texts that are not saved, for `ada@example.com`. Throws `invalid_request`. */
export async function previewMail(
  ctx: Context,
  { organisationId, projectId, kind, locale, texts, theme }: PreviewMailInput & ProjectAddress,
  renderMail: MailRenderer,
): Promise<MailPreview> {
  requireMemberPermission(ctx, organisationId, "projects:read");
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const problems = textNames(kind).flatMap((name) => {
    const message = texts[name] === undefined ? null : textProblem(kind, name, texts[name].trim());
    return message === null ? [] : [{ path: name, message }];
  });
  if (problems.length > 0) throw settingsRefused(problems);
  const { brand } = await findMailProject(ctx, projectId);
  const appearance = brand.appearance === "system" ? theme : brand.appearance;
  const content = sampleContent(ctx, projectId, kind);
  return renderMail({ kind, content, locale, to: "ada@example.com", brand: { ...brand, appearance }, texts });
}

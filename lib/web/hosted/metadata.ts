import type { Metadata } from "next";
import { findAuthPage } from "./page";
import { type TextKey, textsFor } from "./texts";

/** The title of a hosted page, under the project's name. */
export async function hostedMetadata(projectId: string, title: TextKey): Promise<Metadata> {
  const page = await findAuthPage(projectId);
  if (!page) return {};
  const { name, settings } = page.ctx.tenant;
  return { title: { absolute: textsFor(page.locale)(title, { name: settings.brand.name ?? name }) } };
}

import "server-only";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { MailRenderer } from "@/lib/sign-in/mail/open";

/** Set by the bundlers; true under the development server alone. */
declare const DEVELOPMENT_SERVER: boolean;

/** The templates of mails are a bundle of their own, made by bin/hosted-pages.mjs, for the same reason as hosted pages. */
export async function loadMailRenderer(): Promise<MailRenderer> {
  const file = join(process.cwd(), "dist", "hosted", "mail.js");
  // A module is kept by its address, so a changed one needs another.
  const version = DEVELOPMENT_SERVER ? `?${(await stat(file)).mtimeMs}` : "";
  const { renderMail } = await import(/* turbopackIgnore: true */ `${pathToFileURL(file).href}${version}`);
  return renderMail;
}

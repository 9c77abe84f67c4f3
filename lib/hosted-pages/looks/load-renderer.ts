import "server-only";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { HostedPageProps } from "@/lib/hosted-pages/view/render";

/** Set by the bundlers; true under the development server alone. */
declare const DEVELOPMENT_SERVER: boolean;

interface Renderer {
  renderHostedPage(page: HostedPageProps): string;
}

/**
 * The renderer is a bundle of its own: route files see React without the parts that components need, and pages that
 * Next renders bring its runtime to the browser, three times the size of these pages. Made by bin/hosted-pages.mjs.
 */
export async function loadRenderer(): Promise<Renderer> {
  const file = join(process.cwd(), "dist", "hosted", "render.js");
  // A module is kept by its address, so a changed one needs another.
  const version = DEVELOPMENT_SERVER ? `?${(await stat(file)).mtimeMs}` : "";
  return import(/* turbopackIgnore: true */ `${pathToFileURL(file).href}${version}`);
}

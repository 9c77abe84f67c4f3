import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

/** The builder of axe's makers reads a file of twice the size up to three times for each look, and opens a page for it. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.5.3, which axe doesn't count among its rules of 2.1 A yet. */
const EXPERIMENTAL = { rules: { "label-content-name-mismatch": { enabled: true } } };

interface Options {
  /** Selectors of the parts that are looked at, and of those left out; the whole page unless told otherwise. */
  within?: string;
  without?: string;
  only?: axe.RunOnly;
}

/**
 * Returns the violations of axe's rules, all of them unless told otherwise. Frames run no scripts, so axe stays
 * outside.
 */
export async function violationsOf(page: Page, { within, without, only }: Options = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(SOURCE);
  const context = { ...(within && { include: [within] }), ...(without && { exclude: [without] }) };
  const options = { ...(only && { runOnly: only }), ...EXPERIMENTAL, resultTypes: ["violations"], iframes: false };
  const violations = await page.evaluate(
    async ([context, options]) => {
      const { axe: runner } = window as unknown as { axe: typeof axe };
      const isWhole = Object.keys(context).length === 0;
      const results = await runner.run(isWhole ? document : (context as axe.ElementContext), options as axe.RunOptions);
      return results.violations.map(({ id, nodes }) => ({ id, html: nodes.map((node) => node.html) }));
    },
    [context, options] as const,
  );
  return violations.map(({ id, html }) => `${id}: ${html.join(" | ")}`);
}

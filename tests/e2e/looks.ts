import { expect, type Page, test } from "@playwright/test";
import type { RunOnly } from "axe-core";
import { violationsOf } from "./accessibility";

/** WCAG 2.2 AA, and axe's own good practices. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

const SCHEMES = ["light", "dark"] as const;
/** The rules by which axe judges colours, which is all that differs between the schemes: the elements are the same. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Declares the tests for a phone and for a desktop; `expectGoodLooks` sees each in light and dark. `look` is the size. */
export function inEveryLook(declare: (look: string) => void): void {
  for (const [size, viewport] of Object.entries(SIZES)) {
    test.describe(size, () => {
      test.use({ colorScheme: "light", viewport });
      declare(size);
    });
  }
}

/** Keeps a picture of the page under `artifacts` where somebody has asked for them: nothing compares them. */
export async function keepPicture(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env.LOOKS === "1") await page.screenshot({ path: `artifacts/${name}.png`, fullPage });
}

interface Options {
  /** The part whose accessibility is looked at: a selector. */
  within?: string;
  /** Frames that run no scripts, into which axe cannot look: a selector. */
  without?: string;
  /** The picture shows the part below the fold too. */
  fullPage?: boolean;
}

/**
 * Finds nothing beside the screen and nothing against axe's rules, in light and dark, of which pictures are kept for
 * those who ask. The page is light afterwards.
 */
export async function expectGoodLooks(page: Page, picture: string, options: Options = {}): Promise<void> {
  const { within = "body", without, fullPage = true } = options;
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await settled(page);
    await keepPicture(page, `${picture}-${scheme}`, fullPage);
    const only = scheme === "light" ? { type: "tag", values: RULES } : { type: "rule", values: COLOUR_RULES };
    const found = await violationsOf(page, { within, ...(without && { without }), only: only as RunOnly });
    expect.soft(found, `${picture}, ${scheme}`).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, picture).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Nothing is judged half faded in, before scripts run, or before they have answered the scheme. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator("[data-early]")).toHaveCount(0);
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

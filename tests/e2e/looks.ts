import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/** WCAG 2.2 AA, and what axe holds for good besides. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

const SCHEMES = ["light", "dark"] as const;
/** What axe judges by colours, which is all that differs between the schemes: the elements are the same. */
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

interface Options {
  /** Where accessibility is looked at: a selector. */
  within?: string;
  /** Frames that run no scripts, into which axe cannot look: a selector. */
  without?: string;
  /** The picture shows what is below the fold too. */
  fullPage?: boolean;
}

/**
 * Keeps pictures of the page in light and dark under `artifacts`, and finds nothing beside the screen and nothing against
 * axe's rules. The page is light afterwards.
 */
export async function expectGoodLooks(page: Page, picture: string, options: Options = {}): Promise<void> {
  const { within = "body", without, fullPage = true } = options;
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await settled(page);
    await page.screenshot({ path: `artifacts/${picture}-${scheme}.png`, fullPage });
    const axe = new AxeBuilder({ page }).include(within);
    const chosen = scheme === "light" ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES);
    const { violations } = await (without === undefined ? chosen : chosen.exclude(without)).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
    expect.soft(found, `${picture}, ${scheme}`).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, picture).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Nothing is judged half faded in, or before scripts have answered the scheme. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

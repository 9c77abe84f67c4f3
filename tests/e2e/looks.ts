import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

/** WCAG 2.2 AA, and what axe holds for good besides. */
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
export const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };

/** Declares the tests for light and dark, each on a phone and on a desktop. `look` is `dark-phone` and the like. */
export function inEveryLook(declare: (look: string) => void): void {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [size, viewport] of Object.entries(SIZES)) {
      test.describe(`${colorScheme}, ${size}`, () => {
        test.use({ colorScheme, viewport });
        declare(`${colorScheme}-${size}`);
      });
    }
  }
}

interface Options {
  /** Where accessibility is looked at: a selector. */
  within?: string;
  /** The picture shows what is below the fold too. */
  fullPage?: boolean;
}

/** Keeps a picture of the page under `artifacts`, and finds nothing beside the screen and nothing against axe's rules. */
export async function expectGoodLooks(
  page: Page,
  picture: string,
  { within = "body", fullPage = true }: Options = {},
): Promise<void> {
  // Nothing is judged half faded in.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  await page.screenshot({ path: `artifacts/${picture}.png`, fullPage });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect.soft(overflow, picture).toBeLessThanOrEqual(0);
  const { violations } = await new AxeBuilder({ page }).include(within).withTags(RULES).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect.soft(found, picture).toEqual([]);
}

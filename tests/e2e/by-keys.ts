import { expect, type Locator, type Page } from "@playwright/test";

type Role = "button" | "textbox" | "checkbox" | "link" | "switch" | "grid";

/** Presses Tab until this has the focus. Each element on the way must show that it had it. */
export async function tabTo(page: Page, role: Role, name: string, within: Page | Locator = page): Promise<void> {
  const target = within.getByRole(role, { name, exact: true });
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    const left = await page.evaluateHandle(() => document.activeElement ?? document.body);
    const focused = await page.evaluate(lookOf, left);
    await page.keyboard.press("Tab");
    const isTarget = await target.evaluate((element) => element === document.activeElement);
    if (focused) expect(await page.evaluate(lookOf, left), "what has the focus shows it").not.toBe(focused);
    if (isTarget) return;
  }
  throw new Error(`${name} cannot be reached by Tab`);
}

/** Returns the look of an element once its transitions are over; nothing for one that only scripts focus. */
async function lookOf(element: Element): Promise<string | null> {
  if (!(element instanceof HTMLElement) || element.tabIndex < 0) return null;
  await Promise.all(element.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
  const { outline, boxShadow, borderColor } = getComputedStyle(element);
  const words = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return [element.tagName, words.trim().slice(0, 40), outline, boxShadow, borderColor].join("; ");
}

/** Opens a page of which the keys work: the frame loads them once the page is there. */
export async function openForKeys(page: Page, address: string): Promise<void> {
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.goto(address);
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(shortcuts).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(shortcuts).toHaveCount(0);
}

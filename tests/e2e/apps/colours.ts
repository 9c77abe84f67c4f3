import { expect, type Page } from "@playwright/test";
import { expectGoodLooks } from "../looks";

export const emailField = (page: Page) => page.getByLabel("Email address");

const FIELD = { light: "rgb(255, 255, 255)", dark: "rgb(40, 45, 42)" };

/** The visitor's preference decides, and `data-theme` before it. */
export async function expectColours(page: Page, app: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(emailField(page)).toHaveCSS("background-color", FIELD[scheme]);
    await expect(emailField(page)).toHaveCSS("border-top-style", "solid");
    await expect(emailField(page)).toHaveCSS("border-top-width", "1px");
    const other = scheme === "light" ? "dark" : "light";
    await page.evaluate((theme) => document.body.setAttribute("data-theme", theme), other);
    await expect(emailField(page)).toHaveCSS("background-color", FIELD[other]);
    await page.evaluate(() => document.body.removeAttribute("data-theme"));
  }
  await expectGoodLooks(page, `fresh-apps/${app}`, { within: "[data-auth-ui]" });
}

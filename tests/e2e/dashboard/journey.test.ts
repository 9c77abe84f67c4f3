import type { Page } from "@playwright/test";
import { tabTo } from "../by-keys";
import { createDatabase, query } from "../made-database";
import { credentials, expect, test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });

/** Chooses the palette's first result. Its keys are heard a moment after the page is there. */
async function command(page: Page, typed: string, name: string): Promise<void> {
  const search = page.getByRole("combobox", { name: "Search" });
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+K");
    await expect(search).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type(typed);
  await expect(page.getByRole("option", { name, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
}

test("from the sign-in page to a change that is undone, nothing needs the mouse", async ({ page }) => {
  const database = await createDatabase("journey");
  await query(
    database,
    `CREATE TABLE plants (id int PRIMARY KEY, name text, height int);
     INSERT INTO plants VALUES (1, 'oak', 30), (2, 'birch', 20), (3, 'lily', 1)`,
  );
  const stored = () => query(database, "SELECT name, height FROM plants ORDER BY id");
  const before = await stored();
  const cell = (text: string) => main(page).getByRole("gridcell", { name: text, exact: true });

  await page.goto("/dashboard");
  await tabTo(page, "textbox", "Email address");
  await page.keyboard.type(credentials.email);
  await tabTo(page, "textbox", "Password");
  await page.keyboard.type(credentials.password);
  await page.keyboard.press("Enter");
  await expect(heading(page, "Databases")).toBeVisible();

  await command(page, database.name, database.name);
  await expect(heading(page, database.name)).toBeVisible();
  // The frame of the database is another one, whose keys work as soon as it is seen.
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(heading(page, "Tables")).toBeVisible();
  await page.keyboard.press("j");
  await expect(main(page).getByRole("link", { name: "plants" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "plants")).toBeVisible();

  await tabTo(page, "switch", "Collect changes");
  await page.keyboard.press("Space");
  await expect(main(page).getByRole("switch", { name: "Collect changes" })).toBeChecked();
  await tabTo(page, "grid", "Rows of plants");
  await page.keyboard.press("ArrowRight");
  await expect(cell("oak")).toHaveAttribute("data-active", "true");
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("textbox", { name: "name", exact: true })).toHaveValue("oak");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("elm");
  await page.keyboard.press("Tab");
  await page.keyboard.type("31");
  await page.keyboard.press("Enter");
  await expect(main(page).getByRole("region", { name: "Changes to apply" })).toContainText("2 changes");
  expect(await stored()).toEqual(before);
  // As with Caps Lock on.
  await page.keyboard.press("ControlOrMeta+S");
  await expect(page.getByRole("status").filter({ hasText: "2 values updated." })).toBeVisible();
  expect(await stored()).toEqual([{ name: "elm", height: 31 }, ...before.slice(1)]);

  await command(page, "history", "History");
  await expect(heading(page, "History")).toBeVisible();
  await tabTo(page, "button", "Undo", main(page));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Undo this change" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await expect(dialog.getByRole("button", { name: "Undo", exact: true })).toBeEnabled();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(main(page).getByText("Undone", { exact: true })).toBeVisible();
  expect(await stored()).toEqual(before);
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await expect(heading(page, "Tables")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(cell("oak")).toBeVisible();
});

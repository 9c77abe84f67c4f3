import type { Page } from "@playwright/test";
import { openForKeys } from "../by-keys";
import { createDatabase, query } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";

const heading = (page: Page, name: string) => page.getByRole("main").getByRole("heading", { level: 1, name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function command(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search" }).fill(typed);
  await expect(page.getByRole("option", { name })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
}

test("the palette opens a dialog of another page, and finds tables, members and documentation", async ({ page }) => {
  const database = await createDatabase("palette");
  await query(database, "create table orders_of_may (id int primary key)");
  await openForKeys(page, `${HOME}/databases/${database.id}`);
  await page.keyboard.press("ControlOrMeta+K");
  const search = page.getByRole("combobox", { name: "Search" });
  await search.fill("ofmay");
  await expect(page.getByRole("option", { name: "orders_of_may" })).toBeVisible();
  await search.fill("verify tokens");
  await expect(page.getByRole("option", { name: "Verify tokens in your API" }).first()).toBeVisible();
  // No heading has these words.
  await search.fill("signature of a delivery");
  const found = page.getByRole("group", { name: "Documentation" }).getByRole("option");
  await expect(found.filter({ hasText: "Webhooks" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(search).toHaveCount(0);
  await command(page, "new key", "Create API key");
  await expect(dialog(page, "Create API key")).toBeVisible();
  await expect(page).toHaveURL(`${HOME}/keys`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(
    page.getByRole("group", { name: "Recent" }).getByRole("option", { name: "Create API key" }),
  ).toBeVisible();
});

test("pages are reached by two keys, rows by j and k, a dialog by c, but not while typing", async ({ page }) => {
  const database = await createDatabase("keys");
  await openForKeys(page, `${HOME}?search=${database.name}`);
  await page.keyboard.press("/");
  await page.keyboard.type("gmc");
  const search = page.getByRole("searchbox", { name: "Find a database" });
  await expect(search).toHaveValue("gmc");
  await expect(page).toHaveURL(/search=gmc/);
  await search.fill(database.name);
  await expect(page).toHaveURL(new RegExp(`search=${database.name}`));
  await page.getByRole("main").focus();
  await page.keyboard.press("c");
  await expect(dialog(page, "Create database")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Create database")).toHaveCount(0);
  await page.getByRole("main").focus();
  await page.keyboard.press("j");
  await expect(page.getByRole("main").getByRole("link", { name: database.name })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, database.name)).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(heading(page, "Restore points")).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("m");
  await expect(heading(page, "Members")).toBeVisible();
});

test("Esc closes the topmost layer alone", async ({ page }) => {
  const { id, name } = await createDatabase("esc");
  await openForKeys(page, `${HOME}/databases/${id}`);
  await command(page, "rotate", "Rotate password");
  await expect(dialog(page, "Rotate password")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, "Rotate password")).toHaveCount(0);
  await expect(dialog(page, `Connect to ${name}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page, `Connect to ${name}`)).toHaveCount(0);
});

test("Esc closes a dialog from its first frame on", async ({ page }) => {
  await page.goto(`${HOME}/keys`);
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector("[role=dialog]")) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      document.body.dataset.pressed = "";
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.locator("body[data-pressed]")).toBeAttached();
  await expect(dialog(page, "Create API key")).toHaveCount(0);
});

test("single keys are turned off, and stay so", async ({ page }) => {
  await openForKeys(page, HOME);
  await page.keyboard.press("?");
  await dialog(page, "Keyboard shortcuts").getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("button", { name: "Account" }).click();
  const item = page.getByRole("menuitemcheckbox", { name: "Single-key shortcuts" });
  await expect(item).toHaveAttribute("aria-checked", "false");
  await item.press("Escape");
  await expect(item).toHaveCount(0);
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  await page.keyboard.press("ControlOrMeta+K");
  await expect(dialog(page, "Search")).toBeVisible();
  await expect(dialog(page, "Keyboard shortcuts")).toHaveCount(0);
});

test("the switcher finds a database and opens the first one found", async ({ page }) => {
  const [first, other] = [await createDatabase("here"), await createDatabase("there")];
  await openForKeys(page, `${HOME}/databases/${first.id}`);
  await page.getByRole("banner").getByRole("button", { name: first.name }).click();
  const search = page.getByRole("textbox", { name: "Find a database" });
  await expect(search).toBeFocused();
  await expect(page.getByRole("menuitem", { name: first.name })).toHaveAttribute("aria-current", "page");
  await search.fill(other.name);
  await expect(page.getByRole("menuitem")).toHaveCount(1);
  await search.press("Enter");
  await expect(heading(page, other.name)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the sheet keeps the focus, and closes by Esc and by going elsewhere", async ({ page }) => {
    await page.goto(HOME);
    const burger = page.getByRole("button", { name: "Open navigation" });
    await expect(burger).toBeEnabled();
    await burger.click();
    const sheet = page.getByRole("navigation", { name: "Organisation" });
    await expect(sheet.locator(":focus")).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(burger).toBeFocused();
    await burger.click();
    await sheet.getByRole("link", { name: "Members" }).click();
    await expect(heading(page, "Members")).toBeVisible();
    await expect(sheet).toBeHidden();
  });
});

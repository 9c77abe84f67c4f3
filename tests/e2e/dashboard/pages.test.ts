import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectGoodLooks, SIZES } from "../looks";
import { startDatabase } from "../made-database";
import { credentials, expect, HOME, ownerTest as test } from "../page-test";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const newName = (kind: string) => `${kind}-${randomUUID()}`.slice(0, 30);
const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });

async function enter(page: Page): Promise<void> {
  await page.goto(HOME);
  await expect(heading(page, "Databases")).toBeVisible();
}

async function createDatabase(page: Page): Promise<string> {
  const name = newName("db");
  await main(page).getByRole("button", { name: "Create database" }).click();
  const dialog = page.getByRole("dialog", { name: "Create database" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(heading(page, name)).toBeVisible();
  return name;
}

async function open(page: Page, link: string): Promise<void> {
  await page.getByRole("navigation", { name: "Organisation" }).getByRole("link", { name: link }).click();
  await expect(heading(page, link)).toBeVisible();
}

async function leaveDatabase(page: Page): Promise<void> {
  await page.getByRole("link", { name: "All databases" }).click();
  await expect(heading(page, "Databases")).toBeVisible();
}

async function openInDatabase(page: Page, link: string): Promise<void> {
  await page.getByRole("navigation", { name: "Database" }).getByRole("link", { name: link }).click();
  await expect(heading(page, link)).toBeVisible();
}

test("a database is made, gets ready by itself, is connected to, branched and deleted by name", async ({ page }) => {
  await enter(page);
  const name = await createDatabase(page);
  await page.getByRole("banner").getByRole("button", { name: "Connect" }).click();
  const panel = page.getByRole("dialog", { name: `Connect to ${name}` });
  await panel.getByRole("button", { name: "Reveal connection string" }).click();
  const shown = panel.getByRole("region", { name: "connection string" });
  await expect(shown).toContainText(/^postgresql:\/\/db_/);
  const before = await shown.textContent();
  const password = panel.getByRole("region", { name: "Password" });
  expect(before).toContain(encodeURIComponent((await password.textContent()) ?? ""));
  await panel.getByRole("button", { name: "Rotate password" }).click();
  await page.getByRole("dialog", { name: "Rotate password" }).getByRole("button", { name: "Rotate" }).click();
  await expect(panel.getByText("Password rotated.")).toBeVisible();
  expect(await shown.textContent()).not.toBe(before);
  await panel.getByRole("tab", { name: "Drizzle" }).click();
  await expect(panel.getByRole("region", { name: "Drizzle snippet" })).toContainText("drizzle-orm");
  await panel.getByRole("button", { name: "Close" }).click();

  await openInDatabase(page, "Branches");
  await main(page).getByRole("button", { name: "Create branch" }).click();
  const branch = newName("branch");
  const dialog = page.getByRole("dialog", { name: `Branch of ${name}` });
  await dialog.getByLabel("Name").fill(branch);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(heading(page, branch)).toBeVisible();
  await expect(main(page).getByText("branch of")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name })).toBeVisible();

  await openInDatabase(page, "Settings");
  await main(page).getByRole("button", { name: "Delete database" }).click();
  const danger = page.getByRole("dialog", { name: "Delete database" });
  const confirm = danger.getByRole("button", { name: "Delete database" });
  await expect(confirm).toBeDisabled();
  await danger.getByLabel(`Type ${branch} to confirm`).fill(branch);
  await confirm.click();
  await expect(heading(page, "Databases")).toBeVisible();
  await expect(main(page).getByRole("link", { name: branch })).toHaveCount(0);
  await expect(main(page).getByRole("link", { name })).toBeVisible();

  const deleted = main(page).getByRole("table", { name: "Deleted databases" });
  await deleted.getByRole("button", { name: `Restore ${branch}` }).click();
  const restore = page.getByRole("dialog", { name: "Restore deleted database" });
  await expect(restore.getByLabel("Name")).toHaveValue(branch);
  await restore.getByRole("button", { name: "Restore" }).click();
  await expect(main(page).getByRole("link", { name: branch })).toBeVisible();
  await expect(deleted.getByRole("rowheader", { name: branch })).toHaveCount(0);
});

test("a name that is taken is said in the form", async ({ page }) => {
  await enter(page);
  const name = await createDatabase(page);
  await leaveDatabase(page);
  await main(page).getByRole("button", { name: "Create database" }).click();
  const dialog = page.getByRole("dialog", { name: "Create database" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toContainText("already exists");
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
});

test("somebody is invited, and the invitation revoked", async ({ page }) => {
  await enter(page);
  await open(page, "Members");
  const email = `${newName("guest")}@invited.example`;
  await main(page).getByRole("button", { name: "Invite members" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite members" });
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByRole("button", { name: "Send invitations" }).click();
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const row = main(page).getByRole("table", { name: "Invitations" }).getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Developer");
  await row.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Revoke invitation" }).click();
  await expect(row).toHaveCount(0);
  await expect(main(page).getByRole("group", { name: "Invitations" })).toBeFocused();
});

async function makeOrganisation(page: Page): Promise<string> {
  await page.goto("/dashboard/invitations");
  const name = newName("org");
  await main(page).getByLabel("Name").fill(name);
  await main(page).getByRole("button", { name: "Create organisation" }).click();
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
  return name;
}

test("DA-M6: the first steps of an organisation without databases lead on, and tick the finished ones", async ({
  page,
}) => {
  await makeOrganisation(page);
  const steps = main(page).getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Create an API key" })).toBeVisible();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await expectGoodLooks(page, `pages/first-steps-${size}`);
  }
  await steps.getByRole("link", { name: "Create a project" }).click();
  await main(page).getByRole("button", { name: "Create project" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create project" });
  await dialog.getByLabel("Name").fill(newName("shop"));
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: "All projects" }).click();
  await open(page, "Databases");
  await expect(steps.getByRole("listitem").filter({ hasText: "Add sign-in to your app" })).toContainText("(done)");
});

test("an API key is shown once, also the first, and revoked after a question", async ({ page }) => {
  await makeOrganisation(page);
  await open(page, "API keys");
  const name = newName("key");
  await main(page).getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "Create API key" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("region", { name: "API key" })).toContainText(/^mk_coppice_/);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = main(page).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Read-only");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Revoke key" }).click();
  await page.getByRole("dialog", { name: "Revoke API key" }).getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
});

test("the audit log is filtered and exported", async ({ page }) => {
  await enter(page);
  const made = await createDatabase(page);
  await leaveDatabase(page);
  await open(page, "Audit log");
  await main(page).getByRole("button", { name: "What" }).click();
  await page.getByRole("menuitem", { name: "Created a database" }).click();
  await expect(page).toHaveURL(/what=database.create/);
  const entries = main(page).getByRole("list", { name: "Audit log" }).getByRole("listitem");
  const { name } = await startDatabase("audited");
  const search = main(page).getByRole("searchbox", { name: "Find entries" });
  await search.fill(name);
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(`created the database ${name}`);
  await expect(entries).toContainText("127.0.0.1");
  await expect(entries).toContainText("API key");
  await search.fill(made);
  await expect(entries).toContainText(credentials.email);
  await expect(entries).not.toContainText("db_");
  await entries.getByRole("button").click();
  const details = page.getByRole("dialog", { name: `created the database ${made}` });
  await expect(details).toContainText("Request");
  await expect(details).toContainText("db_");
  await page.keyboard.press("Escape");
  await expect(details).toHaveCount(0);
  await expect(entries.getByRole("button")).toBeFocused();
  const downloading = page.waitForEvent("download");
  await main(page).getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Export CSV" }).click();
  expect((await downloading).suggestedFilename()).toBe("audit-log.csv");
});

test("the command palette finds a page by a few letters", async ({ page }) => {
  await enter(page);
  // The hint is there from the moment on that the keys work.
  await expect(page.getByRole("banner").getByText(/^(Ctrl|⌘) K$/)).toBeVisible();
  await page.keyboard.press("ControlOrMeta+K");
  const search = page.getByRole("combobox", { name: "Search" });
  await search.fill("plan and");
  await expect(page.getByRole("option", { name: "Plan and usage" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(heading(page, "Plan and usage")).toBeVisible();
  const used = main(page).getByRole("table", { name: "Usage" });
  await expect(used.getByRole("row", { name: "Databases" })).toContainText(/\d+ of \d+/);
  await expect(main(page).getByRole("table", { name: "Plans" })).toContainText("(current)");
});

test("an organisation of one's own is made, renamed and deleted by name", async ({ page }) => {
  const name = await makeOrganisation(page);
  await open(page, "Settings");
  await main(page)
    .getByRole("textbox", { name: /^Organisation/ })
    .fill(`${name} 2`);
  await expect(main(page).getByRole("status")).toHaveText(`Not saved yet, was ${name}`);
  await page.keyboard.press("ControlOrMeta+s");
  await expect(page.getByRole("banner").getByText(`${name} 2`)).toBeVisible();
  await expect(main(page).getByRole("status")).toHaveText("Saved.");
  await expect(main(page).getByRole("textbox", { name: /^Organisation/ })).toHaveValue(`${name} 2`);
  await main(page)
    .getByRole("textbox", { name: /^Organisation/ })
    .fill("\u202e");
  await main(page).getByRole("button", { name: "Save" }).click();
  const refused = main(page).getByRole("textbox", { name: /^Organisation/ });
  await expect(refused).toHaveAccessibleDescription("Enter a name of 1 to 64 characters.");
  await expect(refused).toBeFocused();
  await main(page).getByRole("button", { name: "Reset" }).click();
  await expect(refused).toHaveValue(`${name} 2`);
  await expect(main(page).getByText("You're the only owner.")).toBeVisible();
  await main(page).getByRole("button", { name: "Delete organisation" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete organisation" });
  await dialog.getByLabel(`Type ${name} 2 to confirm`).fill(`${name} 2`);
  await dialog.getByRole("button", { name: "Delete organisation" }).click();
  await expect(heading(page, "Databases")).toBeVisible();
  await page
    .getByRole("banner")
    .getByRole("button", { name: /Operator/ })
    .click();
  await expect(page.getByRole("menuitem", { name: `${name} 2` })).toHaveCount(0);
});

test("the keyboard gets past the header with the first key", async ({ page }) => {
  await enter(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
});

test("a dialog takes the focus, keeps it, and gives it back", async ({ page }) => {
  await enter(page);
  const opener = main(page).getByRole("button", { name: "Create database" }).first();
  await expect(opener).toBeEnabled();
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create database" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press("Tab");
    await expect(dialog.locator(":focus")).toHaveCount(1);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a database made by the API shows in an open list automatically, and gets ready there", async ({ page }) => {
  await enter(page);
  const { name } = await startDatabase("api");
  const row = main(page).getByRole("row").filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(row).not.toContainText("provisioning");
});

test("a database is found by a part of its name, from the list and from the palette", async ({ page }) => {
  await enter(page);
  const name = await createDatabase(page);
  await leaveDatabase(page);
  const search = main(page).getByRole("searchbox", { name: "Find a database" });
  await search.fill(name.slice(0, -2).toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await expect(main(page).getByRole("table", { name: "Databases" }).getByRole("link")).toHaveText([name]);
  await page.keyboard.press("ControlOrMeta+K");
  const palette = page.getByRole("dialog", { name: "Search" });
  await palette.getByRole("combobox", { name: "Search" }).fill(name.slice(3));
  await palette.getByRole("option", { name }).click();
  await expect(heading(page, name)).toBeVisible();
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, type MadeDatabase, query } from "../made-database";
import { credentials, expect, HOME, ownerTest as test } from "../page-test";

const newName = (kind: string) => `${kind}-${randomUUID()}`.slice(0, 24);
const main = (page: Page) => page.getByRole("main");
const timeline = (page: Page) => main(page).getByRole("group", { name: "Restore points", exact: true });
const rowOf = (page: Page, name: string) => timeline(page).getByRole("listitem").filter({ hasText: name });
const openMenu = (page: Page, name: string) =>
  timeline(page)
    .getByRole("button", { name: `Actions for ${name}`, exact: true })
    .click();

const linesIn = async (database: MadeDatabase) =>
  (await query(database, "SELECT line FROM note ORDER BY line")).map((row) => row.line);

async function openPage(page: Page, { id }: MadeDatabase): Promise<void> {
  await page.goto(`${HOME}/databases/${id}/restore-points`);
  await expect(main(page).getByRole("heading", { level: 1, name: "Restore points", exact: true })).toBeVisible();
}

async function createPoint(page: Page, name: string): Promise<void> {
  await main(page).getByRole("button", { name: "Create restore point" }).click();
  const dialog = page.getByRole("dialog", { name: "Create restore point" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create restore point" }).click();
  await expect(rowOf(page, name)).toContainText(/\d\sMB/);
}

async function restore(page: Page, database: MadeDatabase, point: string): Promise<void> {
  await openMenu(page, point);
  await page.getByRole("menuitem", { name: "Restore here" }).click();
  const dialog = page.getByRole("dialog", { name: `Restore ${database.name}` });
  await expect(dialog).toContainText("saved as another restore point");
  await expect(dialog).toContainText("Connections are closed once");
  const confirm = dialog.getByRole("button", { name: "Restore database" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(`Type ${database.name} to confirm`).fill(database.name);
  await confirm.click();
  const done = page.getByRole("status").filter({ hasText: `Restored ${database.name}.` });
  await expect(done).toBeVisible();
  // So that the next one's is not taken for it.
  await done.getByRole("button").click();
  await expect(done).toHaveCount(0);
}

test("data changed by mistake comes back, and so does the change", async ({ page }) => {
  const database = await createDatabase("restore");
  await query(database, "CREATE TABLE note (line text); INSERT INTO note VALUES ('old')");
  await openPage(page, database);
  await expect(main(page).getByRole("heading", { name: "No restore points yet" })).toBeVisible();
  await createPoint(page, "Before the import");
  await expect(rowOf(page, "Before the import")).toContainText(credentials.email);
  await query(database, "INSERT INTO note VALUES ('new')");

  await restore(page, database, "Before the import");
  expect(await linesIn(database)).toEqual(["old"]);
  const before = "Before restore (the import)";
  await expect(rowOf(page, before)).toContainText("Expires");
  await restore(page, database, before);
  expect(await linesIn(database)).toEqual(["new", "old"]);
});

test("a point becomes a branch, and is deleted without harm to it", async ({ page }) => {
  const database = await createDatabase("restore");
  await query(database, "CREATE TABLE note (line text); INSERT INTO note VALUES ('old')");
  await openPage(page, database);
  await createPoint(page, "To branch from");
  const branch = newName("branch");
  await openMenu(page, "To branch from");
  await page.getByRole("menuitem", { name: "Branch from here" }).click();
  const dialog = page.getByRole("dialog", { name: "Branch from a restore point" });
  await dialog.getByLabel("Name").fill(database.name);
  await dialog.getByRole("button", { name: "Create branch" }).click();
  await expect(dialog.getByRole("alert")).toContainText("already exists");
  await dialog.getByLabel("Name").fill(branch);
  await dialog.getByRole("button", { name: "Create branch" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: branch })).toBeVisible();
  await page.goBack();

  await openMenu(page, "To branch from");
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirm = page.getByRole("dialog", { name: "Delete restore point" });
  await expect(confirm).toContainText("permanently deleted");
  await confirm.getByRole("button", { name: "Delete restore point" }).click();
  await expect(main(page).getByRole("heading", { name: "No restore points yet" })).toBeVisible();
  expect(await linesIn(database)).toEqual(["old"]);
});

test("a schedule is chosen, is still there after a reload, and names its next moment", async ({ page }) => {
  const database = await createDatabase("restore");
  await openPage(page, database);
  const choice = main(page).getByRole("combobox", { name: "Schedule" });
  await expect(choice).toHaveValue("off");
  await choice.selectOption("Every day");
  await expect(page.getByRole("status").filter({ hasText: "Automatic restore points: every day." })).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue("daily");
  await expect(main(page).getByText(/Next (in|just now)/)).toBeVisible();
});

test("work under way shows its steps while it lasts, also to a member who only looks", async ({ page, context }) => {
  test.slow();
  const database = await createDatabase("restore");
  const fill = "CREATE TABLE note AS SELECT repeat('x', 900) AS line FROM generate_series(1, 150_000)";
  await query(database, fill);
  await openPage(page, database);
  const onlooker = await context.newPage();
  await onlooker.goto(page.url());
  await main(page).getByRole("button", { name: "Create restore point" }).click();
  const dialog = page.getByRole("dialog", { name: "Create restore point" });
  await dialog.getByLabel("Name").fill("Large");
  await dialog.getByRole("button", { name: "Create restore point" }).click();
  await expect(main(page).getByRole("progressbar", { name: "Creating a restore point" })).toBeVisible();
  await expect(rowOf(page, "Large")).toContainText(/1\d\d\sMB/);
  await expect(main(page).getByRole("progressbar", { name: "Creating a restore point" })).toHaveCount(0);
  await expect(rowOf(onlooker, "Large")).toContainText(/1\d\d\sMB/);
});

inEveryLook((look) => {
  test("the page and its dialogs are accessible and fit the screen", async ({ page }) => {
    test.slow();
    const database = await createDatabase("restore");
    await openPage(page, database);
    const picture = (name: string) => `pages/dashboard-restore-points-${name}-${look}`;
    await expectGoodLooks(page, picture("empty"));
    await createPoint(page, "Before the import of the spring catalogue");
    await restore(page, database, "Before the import of the spring catalogue");
    await expectGoodLooks(page, picture("list"));
    await openMenu(page, "Before the import of the spring catalogue");
    await page.getByRole("menuitem", { name: "Restore here" }).click();
    await expect(page.getByRole("dialog", { name: `Restore ${database.name}` })).toBeVisible();
    await expectGoodLooks(page, picture("restore"), { within: "[role=dialog]" });
  });
});

test("without backups, the page that restores to a time names its requirement", async ({ page }) => {
  const database = await createDatabase("restore");
  await openPage(page, database);
  await main(page).getByRole("link", { name: "Restore to a time" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "Restore to a time" })).toBeVisible();
  await expect(main(page).getByRole("heading", { name: "This needs backups" })).toBeVisible();
  await expect(main(page).getByRole("link", { name: "backups" })).toHaveAttribute("href", "/docs/backups");
  await expect(main(page).getByRole("button", { name: "Restore to a time" })).toHaveCount(0);
  await expectGoodLooks(page, "pages/dashboard-restore-to-time");
});

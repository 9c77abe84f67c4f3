import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expectGoodLooks, inEveryLook } from "../looks";
import { type MadeDatabase, query } from "../made-database";
import { expect, HOME } from "../page-test";
import { test } from "./sql-page";

const main = (page: Page) => page.getByRole("main");
const list = (page: Page) => main(page).getByRole("list", { name: "Documents" });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Opens the list of collections. Returns its address. */
async function openDocuments(page: Page, { id }: MadeDatabase): Promise<string> {
  const address = `${HOME}/databases/${id}/documents`;
  await page.goto(address);
  return address;
}

async function createCollection(page: Page, name: string): Promise<void> {
  await main(page).getByRole("button", { name: "Create collection" }).click();
  await dialog(page, "Create collection").getByLabel("Name").fill(name);
  await dialog(page, "Create collection").getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name })).toBeVisible();
}

async function write(page: Page, title: string, label: string, text: string, save: string): Promise<void> {
  const editor = dialog(page, title).getByRole("textbox", { name: label });
  await editor.click();
  await page.keyboard.press("ControlOrMeta+a");
  await editor.fill(text);
  await dialog(page, title).getByRole("button", { name: save }).click();
}

test("a collection is made, its documents added, edited, checked, undone and deleted", async ({ page, database }) => {
  await openDocuments(page, database);
  await createCollection(page, "pets");
  await main(page).getByRole("button", { name: "Add document" }).click();
  await write(page, "Add document", "Document", '{"name": "Rex", "legs": 4}', "Add document");
  await expect(list(page).getByRole("button", { name: /"Rex"/ })).toBeVisible();

  await list(page).getByRole("button", { name: /"Rex"/ }).click();
  await write(page, "Edit document", "Document", '{"name": "Rex", "legs": }', "Save");
  await expect(dialog(page, "Edit document").getByRole("alert")).toContainText("Not valid JSON");
  await write(page, "Edit document", "Document", '{"name": "Rex", "legs": 3}', "Save");
  await expect(list(page).getByRole("button", { name: /"legs": 3/ })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(list(page).getByRole("button", { name: /"legs": 4/ })).toBeVisible();

  await main(page).getByRole("button", { name: "Schema" }).click();
  const schema = '{"type": "object", "properties": {"legs": {"type": "integer"}}}';
  await write(page, "Schema", "JSON Schema", schema, "Save schema");
  await expect(dialog(page, "Schema")).toHaveCount(0);
  await main(page).getByRole("button", { name: "Add document" }).click();
  await write(page, "Add document", "Document", '{"legs": "four"}', "Add document");
  await expect(dialog(page, "Add document").getByRole("alert")).toContainText("/legs must be integer");
  await dialog(page, "Add document").getByRole("button", { name: "Cancel" }).click();

  await list(page).getByRole("checkbox").check();
  await main(page).getByRole("button", { name: "Delete 1 document" }).click();
  await dialog(page, "Delete 1 document").getByRole("button", { name: "Delete" }).click();
  await expect(main(page).getByRole("heading", { name: "No documents yet" })).toBeVisible();
  expect(await query(database, "SELECT count(*)::int AS count FROM documents.pets")).toEqual([{ count: 0 }]);
});

test("documents come in from a file and go out to one; a bad line is named", async ({ page, database }) => {
  await openDocuments(page, database);
  await createCollection(page, "cities");
  const send = async (text: string) => {
    const form = dialog(page, "Import documents");
    await form
      .locator('input[type="file"]')
      .setInputFiles({ name: "cities.ndjson", mimeType: "application/x-ndjson", buffer: Buffer.from(text) });
    await form.getByRole("button", { name: "Import" }).click();
  };
  await main(page).getByRole("button", { name: "Import" }).click();
  await send('{"city": "Lyon"}\n{"city": }\n');
  await expect(dialog(page, "Import documents").getByRole("alert")).toContainText("line 2");
  await send(
    '{"city": "Lyon", "people": 522250}\n{"city": "Graz", "people": 305314}\n{"city": "Oulu", "people": 215530}\n',
  );
  await expect(list(page).getByRole("listitem")).toHaveCount(3);

  await main(page).getByLabel("Path").fill("$.people");
  await main(page).getByLabel("Operator").selectOption("greater");
  await main(page).getByLabel("Value").fill("300000");
  await main(page).getByRole("button", { name: "Filter" }).click();
  await expect(list(page).getByRole("listitem")).toHaveCount(2);
  const started = page.waitForEvent("download");
  await main(page).getByRole("link", { name: "Export" }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe("cities.ndjson");
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(lines.map((line) => JSON.parse(line).city)).toEqual(["Lyon", "Graz"]);

  await main(page).getByLabel("Path").fill("$.people[");
  await main(page).getByRole("button", { name: "Filter" }).click();
  await expect(main(page).getByRole("alert")).toContainText("jsonpath");
});

test("a collection is deleted by its name, after a restore point", async ({ page, database }) => {
  const address = await openDocuments(page, database);
  await createCollection(page, "short-lived");
  await main(page).getByRole("button", { name: "Delete collection" }).click();
  await dialog(page, "Delete collection").getByRole("textbox").fill("short-lived");
  await dialog(page, "Delete collection").getByRole("button", { name: "Delete collection" }).click();
  await expect(page).toHaveURL(address);
  await expect(main(page).getByRole("link", { name: "short-lived" })).toHaveCount(0);
  await page.goto(address.replace(/documents$/, "restore-points"));
  await expect(main(page).getByText("Before deleting short-lived")).toBeVisible();
});

async function expectGood(page: Page, picture: string): Promise<void> {
  await expect(main(page).getByRole("heading", { level: 1 })).toBeAttached();
  await expectGoodLooks(page, `pages/dashboard-${picture}`);
}

inEveryLook((look) => {
  test("the pages of documents are accessible and fit the screen", async ({ page, database }) => {
    test.slow();
    const address = await openDocuments(page, database);
    const name = `people-${look}`;
    await expectGood(page, `documents-${look}`);
    await createCollection(page, name);
    await expectGood(page, `collection-empty-${look}`);
    await query(
      database,
      `INSERT INTO documents."${name}" (document) SELECT jsonb_build_object('name', 'Person ' || n, 'address',
             jsonb_build_object('city', 'Graz', 'street', 'A rather long street name ' || n), 'tags', '["one", "two"]'::jsonb)
           FROM generate_series(1, 60) AS n`,
    );
    await page.goto(`${address}/collection?name=${name}`);
    await expectGood(page, `collection-${look}`);
    await list(page).getByRole("button").first().click();
    await expect(dialog(page, "Edit document").getByRole("textbox", { name: "Document" })).toBeFocused();
    await expectGood(page, `document-${look}`);
  });
});

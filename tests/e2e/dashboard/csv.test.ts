import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectGoodLooks, SIZES } from "../looks";
import { type MadeDatabase, query } from "../made-database";
import { expect, HOME } from "../page-test";
import { tasks, test } from "./sql-page";

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function openRows(page: Page, { id }: MadeDatabase, table: string): Promise<void> {
  await page.goto(`${HOME}/databases/${id}/tables/rows?schema=public&table=${table}`);
  await expect(main(page).getByRole("heading", { level: 1, name: table })).toBeVisible();
}

/** Puts a file into the dialog of an import, as choosing it does. */
async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join("\n")}\n`);
  await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
}

test("a file is imported whole or not at all: bad lines are named, and imported rows are undone", async ({
  page,
  database,
}) => {
  await query(
    database,
    `CREATE TABLE stock (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL, price numeric,
       made_on date, is_sold boolean NOT NULL DEFAULT false)`,
  );
  const stored = () => query(database, "SELECT name, price::text, made_on::text, is_sold FROM stock ORDER BY id");
  await openRows(page, database, "stock");
  const opened = dialog(page, "Import CSV into stock");
  await main(page).getByRole("button", { name: "Import CSV" }).click();
  await expect(opened.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await choose(page, "broken.csv", [
    "Name;Price;made on;colour",
    "chair;12.50;2026-03-01;red",
    "table;twelve;2026-03-02;red",
    ";3;2026-02-30;blue",
  ]);
  // The file's content is seen before it is sent: the delimiter, the columns, and the values that a column cannot take.
  await expect(opened.getByRole("combobox", { name: "Delimiter" })).toHaveValue(";");
  await expect(opened.getByRole("combobox", { name: "Column for Price" })).toHaveValue("price");
  await expect(opened.getByRole("combobox", { name: "Column for made on" })).toHaveValue("made_on");
  await expect(opened.getByRole("combobox", { name: "Column for colour" })).toHaveValue("");
  await expect(opened.getByRole("cell", { name: "twelve" })).toHaveAttribute("data-fault", "true");
  await expect(opened.getByText("is_sold (default)")).toBeVisible();
  await opened.getByRole("button", { name: "Import", exact: true }).click();
  const refusal = opened.getByRole("alert");
  await expect(refusal).toContainText("Nothing was imported");
  await expect(refusal).toContainText(/line 3, column price: .*twelve/);
  await expect(refusal).toContainText(/line 4, column made_on: .*2026-02-30/);
  expect(await stored()).toEqual([]);

  await opened.getByRole("button", { name: "Cancel" }).click();
  await expect(opened).toHaveCount(0);
  expect(await stored()).toEqual([]);
  await main(page).getByRole("button", { name: "Import CSV" }).click();
  await choose(page, "good.csv", ["name,price,made_on", '"a ""round"" table, oak",12.50,2026-03-01', "chair,,"]);
  await expect(opened.getByRole("alert")).toHaveCount(0);
  await opened.getByRole("button", { name: "Import", exact: true }).click();
  await expect(opened).toHaveCount(0);
  await expect(main(page).getByRole("gridcell", { name: 'a "round" table, oak' })).toBeVisible();
  expect(await stored()).toEqual([
    { name: 'a "round" table, oak', price: "12.50", made_on: "2026-03-01", is_sold: false },
    { name: "chair", price: null, made_on: null, is_sold: false },
  ]);
  await tasks(page).click();
  await expect(page.getByText("Done · 2 rows imported")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Import undone." })).toBeVisible();
  expect(await stored()).toEqual([]);
});

test("the rows of a view of a table are exported as it shows them, and come back as a new table", async ({
  page,
  database,
}) => {
  await query(
    database,
    `CREATE TABLE fruits (id int PRIMARY KEY, name text, weight numeric);
     INSERT INTO fruits VALUES (1, 'apple', 0.2), (2, NULL, 1.5), (3, 'melon, "yellow"', 2)`,
  );
  const filters = JSON.stringify([{ column: "weight", operator: "greater", value: "1" }]);
  await page.goto(
    `${HOME}/databases/${database.id}/tables/rows?schema=public&table=fruits&sort=id&direction=descending&filters=${encodeURIComponent(filters)}`,
  );
  await main(page).getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("All rows that match the filter")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV with NULL as text" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^fruits.*\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toBe('id,name,weight\n3,"melon, ""yellow""",2\n2,NULL,1.5\n');

  await page.goto(`${HOME}/databases/${database.id}/tables`);
  await main(page).getByRole("button", { name: "New table from CSV" }).click();
  const opened = dialog(page, "New table from CSV");
  await choose(page, "Heavy fruits.csv", text.trimEnd().split("\n"));
  await expect(opened.getByLabel("Name of the table")).toHaveValue("heavy_fruits");
  await opened.getByRole("textbox", { name: "Text for NULL" }).fill("NULL");
  await expect(opened.getByRole("combobox", { name: "Type of weight" })).toHaveValue("numeric");
  await expect(opened.getByRole("combobox", { name: "Primary key" })).toHaveValue("0");
  await opened.getByRole("button", { name: "Import", exact: true }).click();
  await expect(main(page).getByRole("link", { name: "heavy_fruits" })).toBeVisible();
  expect(await query(database, "SELECT id::text, name, weight::text FROM heavy_fruits ORDER BY id")).toEqual([
    { id: "2", name: null, weight: "1.5" },
    { id: "3", name: 'melon, "yellow"', weight: "2" },
  ]);
});

test("DA-M1, DA-M2, DA-M3: a new table has a key and every column, and a stray quote is seen before the import", async ({
  page,
  database,
}) => {
  await page.goto(`${HOME}/databases/${database.id}/tables`);
  await main(page).getByRole("button", { name: "New table from CSV" }).click();
  const opened = dialog(page, "New table from CSV");
  await choose(page, "stray.csv", ["id,name", "1,a", '2,"One 6" step"', "3,b"]);
  await expect(opened.getByRole("alert")).toContainText("Line 3: A quote stands in the middle of a field.");
  await expect(opened.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await choose(page, "people.csv", ["id,name,name,city", "1,a,b,Oslo", "2,c,d,Rome"]);
  await expect(opened.getByRole("checkbox", { name: "The first line has the names of the columns" })).toBeChecked();
  await expect(opened.getByText("The table gets name_2 instead.")).toBeVisible();
  await expect(opened.getByRole("combobox", { name: "Primary key" })).toHaveValue("0");
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await expectGoodLooks(page, `csv/new-table-${size}`, { within: '[role="dialog"]' });
  }
  await opened.getByRole("button", { name: "Import", exact: true }).click();
  await main(page).getByRole("link", { name: "people" }).click();
  await expect(main(page).getByRole("gridcell", { name: "Oslo" })).toBeVisible();
  await expect(main(page).getByText("no primary key")).toHaveCount(0);
});

test("DA-M1: the rows of a table without a primary key lead to the form that adds one", async ({ page, database }) => {
  await query(database, "CREATE TABLE keyless (a text); INSERT INTO keyless VALUES ('x'), ('x')");
  await openRows(page, database, "keyless");
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await expectGoodLooks(page, `csv/keyless-${size}`);
  }
  await main(page).getByRole("link", { name: "Add a primary key" }).click();
  const form = dialog(page, "Add primary key");
  await form.getByLabel("Or a new column that numbers the rows").fill("id");
  await expect(form).toContainText("GENERATED ALWAYS AS IDENTITY PRIMARY KEY");
});

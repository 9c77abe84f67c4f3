import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks } from "../looks";
import { type MadeDatabase, query } from "../made-database";
import { expect, HOME, signIn } from "../page-test";
import { test } from "./sql-page";

const main = (page: Page) => page.getByRole("main");
const part = (page: Page, name: string) => main(page).getByRole("region", { name, exact: true });
const row = (page: Page, list: string, name: string) =>
  part(page, list)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name }) });
const dialog = (page: Page) => page.getByRole("dialog");
const sql = (place: Locator) => place.getByRole("textbox", { name: "SQL", exact: true });
const told = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });
const tablesOf = ({ id }: MadeDatabase) => `${HOME}/databases/${id}/tables`;
const structureOf = (database: MadeDatabase, table: string) =>
  `${tablesOf(database)}/structure?schema=public&table=${table}`;

async function act(page: Page, list: string, name: string, action: string): Promise<void> {
  await row(page, list, name)
    .getByRole("button", { name: `Actions for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a table is made by the form, gets a column, an index and a foreign key, and a comment is undone", async ({
  page,
  database,
}) => {
  await query(database, "CREATE TABLE makers (id int PRIMARY KEY)");
  await page.goto(`${tablesOf(database)}/new`);
  await main(page).getByRole("textbox", { name: "Name", exact: true }).fill("chairs");
  await main(page).getByRole("textbox", { name: "Comment" }).last().fill("What we sell");
  await expect(sql(main(page))).toHaveValue(/^BEGIN;\n\nCREATE TABLE public\.chairs[\s\S]+COMMIT;$/);
  await main(page).getByRole("button", { name: "Create table" }).click();
  await expect(told(page, "Table created.")).toBeVisible();
  await expect(main(page).getByRole("heading", { level: 1, name: "chairs" })).toBeVisible();

  await page.goto(structureOf(database, "chairs"));
  await part(page, "Columns").getByRole("button", { name: "Add column" }).click();
  await dialog(page).getByRole("textbox", { name: "Name" }).fill("maker");
  await dialog(page).getByRole("combobox", { name: "Type" }).fill("integer");
  await expect(sql(dialog(page))).toHaveValue("ALTER TABLE public.chairs ADD COLUMN maker integer;");
  await dialog(page).getByRole("button", { name: "Add column", exact: true }).click();
  await expect(row(page, "Columns", "maker")).toContainText("integer");

  await part(page, "Indexes").getByRole("button", { name: "Create index" }).click();
  await dialog(page).getByRole("combobox", { name: "Columns and expressions" }).selectOption("maker");
  await dialog(page).getByRole("button", { name: "Create index", exact: true }).click();
  await expect(row(page, "Indexes", "chairs_maker_idx")).toBeVisible();

  await part(page, "Keys and checks").getByRole("button", { name: "Add" }).click();
  await page.getByRole("menuitem", { name: "Foreign key" }).click();
  await dialog(page).getByRole("combobox", { name: "Columns", exact: true }).fill("maker");
  await page.getByRole("option", { name: "maker" }).click();
  await dialog(page).getByRole("combobox", { name: "References" }).fill("makers");
  await dialog(page).getByRole("button", { name: "Add foreign key", exact: true }).click();
  await expect(row(page, "Keys and checks", "chairs_maker_fkey")).toBeVisible();

  await act(page, "Columns", "maker", "Comment");
  await dialog(page).getByRole("textbox", { name: "Comment" }).fill("Who made it");
  await dialog(page).getByRole("button", { name: "Save comment" }).click();
  await expect(row(page, "Columns", "maker")).toContainText("Who made it");
  await told(page, "Comment saved.").getByRole("button", { name: "Undo" }).click();
  await dialog(page).getByRole("button", { name: "Undo" }).click();
  await expect(row(page, "Columns", "maker")).not.toContainText("Who made it");
});

test("a drop names the objects that depend on it, and is refused until that may go too", async ({ page, database }) => {
  await query(
    database,
    "CREATE TABLE lamps (id int PRIMARY KEY, bulb text); CREATE VIEW bright AS SELECT bulb FROM lamps",
  );
  await page.goto(structureOf(database, "lamps"));
  await act(page, "Columns", "bulb", "Drop column");
  await expect(dialog(page).getByRole("listitem")).toHaveText(["view public.bright"]);
  const drop = dialog(page).getByRole("button", { name: /drop column$/i });
  await expect(drop).toBeDisabled();
  await dialog(page)
    .getByRole("checkbox", { name: /CASCADE/ })
    .check();
  await expect(drop).toHaveText("Create restore point and drop column");
  await expect(sql(dialog(page))).toHaveValue("ALTER TABLE public.lamps DROP COLUMN bulb CASCADE;");
  await drop.click();
  await expect(told(page, "Column dropped.")).toBeVisible();
  await expect(row(page, "Columns", "bulb")).toHaveCount(0);
  expect(await query(database, "SELECT to_regclass('bright')::text AS view")).toEqual([{ view: null }]);
});

test("by keys alone an enum is made and gets a value", async ({ page, database }) => {
  await page.goto(`${tablesOf(database)}/objects?kind=types`);
  await main(page).getByRole("button", { name: "Create enum" }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.type("wood");
  await page.keyboard.press("Tab");
  await page.keyboard.type("oak\nash");
  await expect(sql(dialog(page))).toHaveValue("CREATE TYPE public.wood AS ENUM ('oak', 'ash');");
  await dialog(page).getByRole("button", { name: "Create enum" }).focus();
  await page.keyboard.press("Enter");
  await expect(told(page, "Enum created.")).toBeVisible();
  await main(page).getByRole("link", { name: "wood" }).press("Enter");
  await main(page).getByRole("button", { name: "Actions for the type" }).press("Enter");
  await page.getByRole("menuitem", { name: "Add value" }).press("Enter");
  await expect(dialog(page).getByRole("textbox", { name: "Value" })).toBeFocused();
  await page.keyboard.type("elm");
  await expect(dialog(page).getByRole("button", { name: "Create restore point and add value" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(told(page, "Value added.")).toBeVisible();
  await expect(main(page)).toContainText("'oak', 'ash', 'elm'");
});

test("a viewer sees the structure and nothing to change it by", async ({ page, database }) => {
  await query(database, "CREATE TABLE desks (id int PRIMARY KEY)");
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const added = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  await page.context().clearCookies();
  await signIn(page, { email, password: added.password }, tablesOf(database));
  await expect(main(page).getByRole("heading", { level: 1, name: "Tables" })).toBeVisible();
  await page.goto(structureOf(database, "desks"));
  await expect(row(page, "Columns", "id")).toContainText("integer");
  await expect(part(page, "Columns").getByRole("button")).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: /^(Add|Create|Drop)/ })).toHaveCount(0);
});

test("the pages of structure are accessible", async ({ page, database }) => {
  await query(
    database,
    `CREATE TABLE IF NOT EXISTS shelves (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text CHECK (name <> ''));
     CREATE INDEX IF NOT EXISTS by_name ON shelves (name)`,
  );
  const pages = {
    structure: structureOf(database, "shelves"),
    definition: `${tablesOf(database)}/definition?schema=public&table=shelves`,
    new: `${tablesOf(database)}/new`,
    objects: `${tablesOf(database)}/objects?kind=types`,
  };
  for (const [name, address] of Object.entries(pages)) {
    await page.goto(address);
    await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
    await expectGoodLooks(page, `pages/dashboard-${name}-of-a-table`);
  }
});

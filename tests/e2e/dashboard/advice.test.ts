import { expectGoodLooks, inEveryLook } from "../looks";
import { createDatabase, query } from "../made-database";
import { expect, HOME, ownerTest as test } from "../page-test";
import { editor } from "./sql-page";

const OPEN = `
  create table authors (id int primary key);
  create table books (id int primary key, author int references authors, title text);
  create index books_author on books (author); create index again on books (author);
  create table notes (text text); grant select on notes to public`;

test("advice names the objects with the reason; its statement opens in the editor, and runs only there", async ({
  page,
}) => {
  const database = await createDatabase();
  await query(database, OPEN);
  await page.goto(`${HOME}/databases/${database.id}/advice`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Advice" })).toBeVisible();
  const open = main
    .getByRole("region", { name: "Security" })
    .getByRole("article", { name: "Users can read every row" });
  await expect(open).toContainText("Warning");
  await expect(open.getByRole("link", { name: "public.notes" })).toBeVisible();
  const duplicate = main.getByRole("region", { name: "Performance" }).getByRole("article", { name: "Duplicate index" });
  await expect(duplicate).toContainText("the same as public.books_author");
  await expect(duplicate.getByRole("link", { name: "About this: Duplicate index" })).toHaveAttribute(
    "href",
    "/docs/advice#duplicate-index",
  );
  await duplicate.getByRole("button", { name: "Open in SQL editor: DROP INDEX public.again;" }).click();
  await expect(page).toHaveURL(`${HOME}/databases/${database.id}/sql`);
  await expect(editor(page)).toContainText("DROP INDEX public.again;");
  expect(await query(database, "select count(*)::int as count from pg_class where relname = 'again'")).toEqual([
    { count: 1 },
  ]);
});

test("a database without faults has no advice, and its host doesn't measure statements", async ({ page }) => {
  const { id } = await createDatabase();
  await page.goto(`${HOME}/databases/${id}/advice`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "No advice" })).toBeVisible();
  await expect(main.getByRole("region", { name: "Slowest statements" })).toContainText("doesn’t measure statements");
});

inEveryLook((look) => {
  test("the page of advice is accessible and fits the screen", async ({ page }) => {
    const database = await createDatabase();
    await query(database, OPEN);
    await page.goto(`${HOME}/databases/${database.id}/advice`);
    await expect(page.getByRole("article", { name: "No primary key" })).toBeVisible();
    await expectGoodLooks(page, `pages/dashboard-advice-${look}`);
  });
});

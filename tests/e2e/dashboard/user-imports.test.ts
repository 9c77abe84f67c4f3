import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { coppice } from "../command-line";
import { expectGoodLooks } from "../looks";
import { expect, HOME, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");

test("a file is checked, its problems are named, it is imported, and all users are exported again", async ({
  page,
}) => {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  const users = `${HOME}/projects/${id}/users`;
  await page.goto(users);
  await main(page).getByRole("link", { name: "import users from elsewhere" }).click();
  const rows = ["id,primary_email_address", "user_1,ada@example.com", "user_2,bob@example.com", "user_3,nonsense"];
  const file = { name: "clerk.csv", mimeType: "text/csv", buffer: Buffer.from(`${rows.join("\n")}\n`) };
  await expect(main(page).getByRole("button", { name: "Check file" })).toBeDisabled();
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(main(page).getByRole("combobox", { name: "Format" })).toContainText("Recognized: Clerk");
  await main(page).getByRole("button", { name: "Check file" }).click();

  const state = main(page).getByRole("region", { name: "Import of clerk.csv" });
  await expect(state.getByRole("status")).toHaveText("checked");
  const problem = main(page).getByRole("table", { name: "Problems" }).getByRole("row").filter({ hasText: "Line 4" });
  await expect(problem).toContainText("email");
  await expectGoodLooks(page, "user-import-checked");
  const report = page.waitForEvent("download");
  await main(page).getByRole("link", { name: "Download as CSV" }).click();
  expect(await readFile(await (await report).path(), "utf8")).toMatch(/^line,field,problem\r\n4,email,.+\r\n$/);
  const list = async () =>
    (await coppice("user", "list", "--project", id)).items.map((user: { email: string }) => user.email);
  expect(await list()).toEqual([]);

  await state.getByRole("button", { name: "Import 2 users" }).click();
  await expect(state.getByRole("status")).toHaveText("imported");
  expect((await list()).toSorted()).toEqual(["ada@example.com", "bob@example.com"]);

  await main(page).getByRole("link", { name: "See users" }).click();
  await main(page).getByRole("button", { name: "Import and export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export users", exact: true }).click();
  const exported = await readFile(await (await download).path(), "utf8");
  const emails = exported
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).email);
  expect(emails.toSorted()).toEqual(["ada@example.com", "bob@example.com"]);
});

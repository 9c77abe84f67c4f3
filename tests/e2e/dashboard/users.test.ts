import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openForKeys } from "../by-keys";
import { coppice } from "../command-line";
import { Mailbox } from "../hosted/mailbox";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const heading = (page: Page, name: string) => main(page).getByRole("heading", { level: 1, name });
const table = (page: Page) => main(page).getByRole("table", { name: "Users" });
const row = (page: Page, text: string) => table(page).getByRole("row").filter({ hasText: text });

/** A project with these users, by the command line. */
async function makeUsers(...names: string[]): Promise<{ id: string; users: string }> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  for (const name of names) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@example.com`;
    await coppice("user", "create", email, "--project", id, "--name", name, "--verified");
  }
  return { id, users: `${HOME}/projects/${id}/users` };
}

const emailsOf = async (id: string): Promise<string[]> => {
  const { items } = await coppice("user", "list", "--project", id);
  return items.map(({ email }: { email: string }) => email).toSorted();
};

test("a user is created, edited, banned with a reason, let in again, and deleted by typing the address", async ({
  page,
}) => {
  const { id, users } = await makeUsers();
  await page.goto(users);
  await expect(main(page).getByText("Everyone who signs up in your app appears here.")).toBeVisible();
  await main(page).getByRole("button", { name: "Create user" }).click();
  const create = page.getByRole("dialog", { name: "Create user" });
  await create.getByRole("textbox", { name: "Email", exact: true }).fill("Ada@example.com");
  await create.getByLabel("Name").fill("Ada Lovelace");
  await create.getByLabel("Password", { exact: true }).fill("short");
  await create.getByRole("button", { name: "Create" }).click();
  await expect(create.getByRole("alert")).toBeVisible();
  await create.getByLabel("Password", { exact: true }).fill("correct horse battery staple");
  await create.getByRole("button", { name: "Create" }).click();
  await expect(heading(page, "Ada Lovelace")).toBeVisible();
  await expect(main(page).getByText("unverified")).toBeVisible();
  await expect(main(page).getByText("User created")).toBeVisible();

  await main(page).getByRole("button", { name: "Edit", exact: true }).click();
  const edit = page.getByRole("dialog", { name: "Edit user" });
  await edit.getByLabel("Name").fill("Ada King");
  await edit.getByLabel("Email is verified").check();
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(heading(page, "Ada King")).toBeVisible();
  await expect(main(page).getByText("unverified")).toHaveCount(0);

  const menu = main(page).getByRole("button", { name: "Actions for ada@example.com" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Require new password" }).click();
  await expect(main(page).getByText("must be replaced at the next sign-in")).toBeVisible();

  await menu.click();
  await page.getByRole("menuitem", { name: "Ban user" }).click();
  const ban = page.getByRole("dialog", { name: "Ban user" });
  await ban.getByLabel("Reason").fill("Sends spam.");
  await ban.getByRole("button", { name: "Ban user" }).click();
  await expect(main(page).getByText("banned", { exact: true })).toBeVisible();
  await expect(main(page).getByText("Sends spam.")).toBeVisible();
  await menu.click();
  await page.getByRole("menuitem", { name: "Unban user" }).click();
  await expect(main(page).getByText("banned", { exact: true })).toHaveCount(0);

  await menu.click();
  await page.getByRole("menuitem", { name: "Delete user" }).click();
  const remove = page.getByRole("dialog", { name: "Delete user" });
  const confirm = remove.getByRole("button", { name: "Delete user" });
  await expect(confirm).toBeDisabled();
  await remove.getByRole("textbox").fill("ada@example.com");
  await confirm.click();
  await expect(main(page).getByText("No users yet")).toBeVisible();
  expect(await emailsOf(id)).toEqual([]);
});

test("a user is mailed a link to set a password, has metadata, and a ban that ends", async ({ page }) => {
  const { id, users } = await makeUsers();
  const email = `${randomUUID()}@example.com`;
  await page.goto(users);
  await main(page).getByRole("button", { name: "Create user" }).click();
  const create = page.getByRole("dialog", { name: "Create user" });
  await create.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await create.getByLabel("Email them a link to set a password").check();
  await create.getByLabel("Language of the email").selectOption("de");
  await create.getByRole("button", { name: "Create" }).click();
  await expect(heading(page, email)).toBeVisible();
  const { link } = await new Mailbox(email).next();
  const hosted = await page.request.get(link);
  expect(await hosted.text()).toContain('lang="de"');

  await main(page).getByRole("button", { name: "Edit metadata" }).click();
  const metadata = page.getByRole("dialog", { name: "Edit metadata" });
  await metadata.getByLabel("Public").fill('{"plan": ');
  await metadata.getByLabel("Private").fill('{"customer": "cus_1"}');
  await expect(metadata.getByText(/JSON/).last()).toBeVisible();
  await metadata.getByLabel("Public").fill('{"plan": "team"}');
  await metadata.getByRole("button", { name: "Save" }).click();
  await expect(metadata).toHaveCount(0);
  await expect(main(page).getByText('"plan": "team"')).toBeVisible();

  await main(page)
    .getByRole("button", { name: `Actions for ${email}` })
    .click();
  await page.getByRole("menuitem", { name: "Ban user" }).click();
  const ban = page.getByRole("dialog", { name: "Ban user" });
  await ban.getByLabel("Ends").selectOption("In 7 days");
  await ban.getByRole("button", { name: "Ban user" }).click();
  await expect(main(page).getByText("banned", { exact: true })).toBeVisible();
  const user = await coppice("user", "show", email, "--project", id);
  expect(user).toMatchObject({ publicMetadata: { plan: "team" }, privateMetadata: { customer: "cus_1" } });
  const days = (Date.parse(user.bannedUntil) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThan(7.1);
});

test("a sign-in link is shown once, with its end, and signs the user in", async ({ page, browser }) => {
  const { id, users } = await makeUsers("Ada Lovelace");
  await page.goto(users);
  await row(page, "ada@example.com").getByRole("link").first().click();
  await expect(heading(page, "Ada Lovelace")).toBeVisible();
  const menu = main(page).getByRole("button", { name: "Actions for ada@example.com" });
  const dialog = page.getByRole("dialog", { name: "Create sign-in link" });
  await menu.click();
  await page.getByRole("menuitem", { name: "Create sign-in link" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("You won't be able to see it again.")).toBeVisible();
  await expect(dialog.getByText(/^Works once, until /)).toBeVisible();
  const shown = dialog.getByRole("region", { name: "Sign-in link" });
  const link = (await shown.textContent()) ?? "";
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await menu.click();
  await page.getByRole("menuitem", { name: "Create sign-in link" }).click();
  await expect(dialog.getByRole("button", { name: "Create link" })).toBeVisible();
  await expect(shown).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByRole("button", { name: "Sign in" }).click();
  await expect(theirs.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await context.close();
  const { sessions } = await coppice("user", "show", "ada@example.com", "--project", id);
  expect(sessions).toMatchObject([{ factors: ["owner-link"] }]);
});

test("users are found while one types, filtered, walked by keys and changed together", async ({ page }) => {
  const { id, users } = await makeUsers("Ada Lovelace", "Grace Hopper", "Barbara Liskov");
  await coppice("user", "ban", "grace@example.com", "--project", id);
  await openForKeys(page, users);
  await expect(main(page).getByText("3 users", { exact: true })).toBeVisible();
  await page.keyboard.press("/");
  const search = main(page).getByRole("searchbox", { name: "Find users" });
  await expect(search).toBeFocused();
  await page.keyboard.type("lisk");
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect(row(page, "Barbara Liskov")).toBeVisible();
  await search.fill("");
  await expect(row(page, "Ada")).toBeVisible();
  await main(page).getByRole("link", { name: "Banned" }).click();
  await expect(row(page, "Ada")).toHaveCount(0);
  await expect(row(page, "Grace")).toContainText("banned");
  await main(page).getByRole("link", { name: "Banned" }).click();
  await expect(row(page, "Ada")).toBeVisible();

  await page.keyboard.press("Escape");
  await search.blur();
  await page.keyboard.press("j");
  await expect(table(page).getByRole("link", { name: "Barbara Liskov" })).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(main(page).getByText("2 users selected")).toBeVisible();
  await main(page).getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 users" });
  await dialog.getByRole("textbox").fill("2 users");
  await dialog.getByRole("button", { name: "Delete 2 users" }).click();
  await expect(main(page).getByText("1 user", { exact: true })).toBeVisible();
  expect(await emailsOf(id)).toEqual(["ada@example.com"]);

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search" }).fill("ada@");
  await page.getByRole("option", { name: "ada@example.com" }).click();
  await expect(heading(page, "Ada Lovelace")).toBeVisible();
});

test("a viewer sees users, and can change nothing", async ({ browser }) => {
  const { users } = await makeUsers("Ada Lovelace");
  const email = `${randomUUID()}@example.com`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { password } = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  const context = await browser.newContext({
    baseURL: process.env.COPPICE_URL ?? "",
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  await signIn(page, { email, password }, users);
  await expect(row(page, "Ada")).toBeVisible();
  await expect(main(page).getByRole("button", { name: /Create user|Actions/ })).toHaveCount(0);
  await expect(main(page).getByRole("checkbox")).toHaveCount(0);
  await table(page).getByRole("link", { name: "Ada Lovelace" }).click();
  await expect(heading(page, "Ada Lovelace")).toBeVisible();
  await expect(main(page).getByRole("button", { name: /Edit|Actions|Remove/ })).toHaveCount(0);
  await context.close();
});

test("a user of another project is not found", async ({ page }) => {
  const [own, other] = [await makeUsers("Ada Lovelace"), await makeUsers("Grace Hopper")];
  const { items } = await coppice("user", "list", "--project", other.id);
  for (const userId of [items[0].id, "usr_00000000000000000000", "nonsense"]) {
    expect((await page.request.get(`${own.users}/${userId}`)).status()).toBe(404);
  }
});

inEveryLook((look) => {
  test("the pages of users are accessible and fit the screen", async ({ page }) => {
    const { id, users } = await makeUsers("Ada Lovelace", "Grace Hopper");
    await coppice("user", "ban", "grace@example.com", "--project", id);
    await page.goto(users);
    await expect(row(page, "Ada")).toBeVisible();
    await expectGoodLooks(page, `users-${look}`);
    await table(page).getByRole("checkbox", { name: "Select ada@example.com" }).check();
    await expectGoodLooks(page, `users-selected-${look}`);
    await table(page).getByRole("link", { name: "Ada Lovelace" }).click();
    await expect(heading(page, "Ada Lovelace")).toBeVisible();
    await expectGoodLooks(page, `user-${look}`);
  });
});

import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { CLIENT, type Person } from "../../support/stand-in-server";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

const main = (page: Page) => page.getByRole("main");
const row = (page: Page) => main(page).getByRole("row", { name: /Google/ });

async function makeProject(): Promise<{ id: string; home: string }> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  return { id, home: `${HOME}/projects/${id}/methods` };
}

test("a provider is added with the callback address to copy, switched off, changed and removed", async ({ page }) => {
  const { id, home } = await makeProject();
  await page.goto(home);
  await main(page).getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Add provider" });
  await dialog.getByRole("combobox", { name: "Provider" }).selectOption("google");
  await expect(dialog.getByRole("region", { name: "Callback address" })).toContainText(`/auth/${id}/callback/google`);
  await dialog.getByLabel("Client ID").fill("shop.apps.example");
  await dialog.getByLabel("Client secret").fill(randomUUID());
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(row(page)).toContainText("shop.apps.example");
  await row(page).getByRole("switch", { name: "Sign in with Google" }).click({ force: true });
  await expect(row(page).getByRole("switch")).not.toBeChecked();

  await row(page).getByRole("button", { name: "Actions for Google" }).click();
  await expect(page.getByRole("menu", { name: "Actions for Google" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: "Edit provider" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Google" });
  await expect(edit.getByLabel("Client secret")).toHaveValue("");
  await edit.getByLabel("Client ID").fill("other.apps.example");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row(page)).toContainText("other.apps.example");
  await expect(edit).toHaveCount(0);

  await row(page).getByRole("button", { name: "Actions for Google" }).click();
  await page.getByRole("menuitem", { name: "Remove provider" }).click();
  await page.getByRole("dialog", { name: "Remove provider" }).getByRole("button", { name: "Remove" }).click();
  await expect(main(page).getByText("No providers yet.")).toBeVisible();
});

test("an issuer that cannot be reached is refused with the reason, and the typed text stays", async ({ page }) => {
  const { home } = await makeProject();
  await page.goto(home);
  await main(page).getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog", { name: "Add provider" });
  await dialog.getByRole("combobox", { name: "Provider" }).selectOption({ label: "OpenID Connect issuer" });
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Acme");
  await dialog.getByRole("textbox", { name: "ID", exact: true }).fill("acme-login");
  await dialog.getByRole("textbox", { name: "Issuer" }).fill("http://login.acme.example");
  await dialog.getByRole("textbox", { name: "Client ID" }).fill("shop");
  await dialog.getByLabel("Client secret").fill(randomUUID());
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog.getByRole("alert")).toContainText("https");
  await expect(dialog.getByRole("textbox", { name: "Issuer" })).toHaveValue("http://login.acme.example");
});

test("a provider is tried in a tab of its own, which shows each step and changes nothing", async ({
  page,
  context,
}) => {
  const { id, home } = await makeProject();
  process.env.GITHUB_SECRET = CLIENT.secret;
  await coppice("provider", "set", id, "github", "--client-id", CLIENT.id, "--secret-env", "GITHUB_SECRET");
  await page.goto(home);
  const opened = context.waitForEvent("page");
  await main(page).getByRole("link", { name: "Try GitHub" }).click();
  const tab = await opened;
  const emails = [{ email: "ada@example.com", primary: true, verified: true }];
  await agree(tab, { id: 583231, login: "ada", emails });
  await expect(main(tab).getByRole("heading", { level: 1, name: "GitHub works" })).toBeVisible();
  await expect(main(tab).getByText("It would create a user and sign them in.")).toBeVisible();
  await expect(main(tab).getByRole("list", { name: "Steps" }).getByText("passed")).toHaveCount(5);
  await expect(main(tab).getByRole("row", { name: /login/ })).toContainText("Name");
  await expectGoodLooks(tab, "provider-trial");

  await main(tab).getByRole("link", { name: "Try again" }).click();
  await agree(tab, { error: "access_denied" });
  await expect(main(tab).getByRole("heading", { level: 1, name: "GitHub doesn't work yet" })).toBeVisible();
  await expect(main(tab).getByRole("list", { name: "Steps" })).toContainText("consent was denied");
  expect((await coppice("user", "list", "--project", id)).items).toEqual([]);
});

/** Says at GitHub's stand-in who one is. */
async function agree(tab: Page, person: Person): Promise<void> {
  const account = Buffer.from(JSON.stringify(person)).toString("base64url");
  await tab.getByRole("textbox", { name: "Account", exact: true }).fill(account);
  await tab.getByRole("button", { name: "Authorise", exact: true }).click();
}

test("a viewer sees how users sign in, and changes nothing", async ({ page }) => {
  const { id, home } = await makeProject();
  await coppice("signing-key", "rotate", id);
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const options = ["--role", "viewer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  await expect(main(page).getByRole("table", { name: "Signing keys" })).toBeVisible();
  await expect(main(page).getByRole("button", { name: /Add provider|Rotate|Revoke|Save/ })).toHaveCount(0);
});

inEveryLook((look) => {
  test("the page of the methods is accessible and fits the screen", async ({ page }) => {
    const { id, home } = await makeProject();
    await coppice("signing-key", "rotate", id);
    await page.goto(home);
    await expect(main(page).getByRole("table", { name: "Signing keys" })).toBeVisible();
    await expectGoodLooks(page, `methods-${look}`);
    await main(page).getByRole("button", { name: "Add provider" }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Provider" }).selectOption("apple");
    await expectGoodLooks(page, `methods-apple-${look}`);
  });
});

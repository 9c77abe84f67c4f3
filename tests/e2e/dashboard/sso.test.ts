import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { makeIdentityProvider, metadataOf } from "../../support/saml-identity-provider";
import { startSamlServer } from "../../support/saml-server";
import { coppice } from "../command-line";
import { proveSsoDomain } from "../hosted/control-plane";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";
import { publishTxt } from "../txt-records";

const main = (page: Page) => page.getByRole("main");
const organisation = process.env.COPPICE_ORG_ID ?? "";

async function makeProject(): Promise<{ id: string; home: string }> {
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  return { id, home: `${HOME}/projects/${id}/sso` };
}

/** A connection that is on, with one domain that is proven and one that is not. */
async function makeConnection(): Promise<{ id: string; home: string; address: string; domain: string }> {
  const { id, home } = await makeProject();
  const inProject = ["--project", id];
  const { id: connectionId } = await coppice("sso", "create", "Acme", ...inProject);
  const domain = `${randomUUID().slice(0, 8)}.example`;
  await coppice("sso", "add-domain", connectionId, domain, ...inProject);
  await proveSsoDomain(domain);
  await coppice("sso", "add-domain", connectionId, `new-${domain}`, ...inProject);
  return { id, home, address: `${home}/${connectionId}`, domain };
}

async function setMetadata(page: Page): Promise<string> {
  const idp = await makeIdentityProvider();
  await main(page).getByRole("textbox", { name: "Or paste it" }).fill(metadataOf(idp));
  await main(page).getByRole("button", { name: "Save metadata" }).click();
  await expect(main(page).getByText(idp.entityId)).toBeVisible();
  return idp.entityId;
}

test("a connection is created, set up, switched on, required and deleted", async ({ page }) => {
  const { id, home } = await makeProject();
  const domain = `acme-${randomUUID().slice(0, 8)}.example`;
  await page.goto(home);
  await main(page).getByRole("button", { name: "Create connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Create connection" });
  await dialog.getByLabel("Company").fill("Acme");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("heading", { name: "Acme", level: 1 })).toBeVisible();
  const connectionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const startUrl = `/auth/${id}/sso/${connectionId}`;
  await expect(main(page).getByRole("region", { name: "ACS URL" })).toContainText(`${startUrl}/acs`);
  await expect(main(page).getByRole("region", { name: "Entity ID" })).toContainText(`${startUrl}/metadata`);

  await main(page).getByRole("textbox", { name: "Or paste it" }).fill("no XML");
  await main(page).getByRole("button", { name: "Save metadata" }).click();
  await expect(main(page).getByRole("form", { name: "Metadata" }).getByRole("alert")).toBeVisible();
  await setMetadata(page);

  await main(page).getByRole("textbox", { name: "Domain" }).fill(domain);
  await main(page).getByRole("button", { name: "Add domain" }).click();
  const added = main(page).getByRole("listitem", { name: domain });
  await expect(added.getByRole("status")).toHaveText("not verified yet");
  const textOf = async (label: string) => (await added.getByRole("region", { name: label }).textContent()) ?? "";
  const name = await textOf(`Name of the record of ${domain}`);
  publishTxt(name, [await textOf(`Value of the record of ${domain}`)]);
  await added.getByRole("button", { name: `Check now: ${domain}` }).click();
  await expect(added.getByRole("status")).toHaveText("verified");

  const on = main(page).getByRole("switch", { name: /^On / });
  await on.click({ force: true });
  await expect(on).toBeChecked();
  await main(page).getByRole("switch", { name: "Required" }).click({ force: true });
  const asked = page.getByRole("dialog", { name: "Require single sign-on for Acme" });
  await expect(asked).toContainText("are signed out now");
  await asked.getByRole("button", { name: "Require" }).click();
  await expect(main(page).getByRole("switch", { name: "Required" })).toBeChecked();
  await page.goto(home);
  await expect(main(page).getByRole("row", { name: /Acme/ })).toContainText(`SAML 2.0${domain}`);

  await main(page).getByRole("link", { name: "Acme" }).click();
  await main(page).getByRole("button", { name: "Delete connection" }).click();
  const deletion = page.getByRole("dialog", { name: "Delete connection" });
  await expect(deletion.getByRole("button", { name: "Delete connection" })).toBeDisabled();
  await deletion.getByRole("textbox").fill("Acme");
  await deletion.getByRole("button", { name: "Delete connection" }).click();
  await expect(main(page).getByText("Let companies sign in their own way")).toBeVisible();
});

test("a connection that is off is tried in a tab of its own, which shows the response", async ({ page, context }) => {
  const { id, address, domain } = await makeConnection();
  const saml = await startSamlServer();
  saml.person = { email: `ada@${domain}`, nameId: "ada" };
  await page.goto(address);
  await expect(main(page).getByRole("link", { name: "Try it" })).toHaveCount(0);
  await main(page).getByRole("textbox", { name: "Or paste it" }).fill(metadataOf(saml.idp));
  await main(page).getByRole("button", { name: "Save metadata" }).click();
  const opened = context.waitForEvent("page");
  await main(page).getByRole("link", { name: "Try it" }).click();
  const tab = await opened;
  await tab.getByRole("button", { name: "Sign in as ada" }).click();
  await expect(main(tab).getByRole("heading", { level: 1, name: "Acme works" })).toBeVisible();
  await expect(main(tab).getByText("It would create a user and sign them in.")).toBeVisible();
  await expect(main(tab).getByRole("row", { name: /^email/ })).toContainText(`ada@${domain}Email`);
  await expect(main(tab).getByText("verified", { exact: true })).toBeVisible();
  await expectGoodLooks(tab, "sso-trial");

  saml.person = { email: "ada@other.example", nameId: "ada" };
  await main(tab).getByRole("link", { name: "Try again" }).click();
  await tab.getByRole("button", { name: "Sign in as ada" }).click();
  await expect(main(tab).getByRole("heading", { level: 1, name: "Acme refuses this person" })).toBeVisible();
  await expect(main(tab).getByText("the domain of ada@other.example")).toBeVisible();
  expect((await coppice("user", "list", "--project", id)).items).toEqual([]);
  saml.close();
});

test("a connection's own key is replaced, and the old one ended", async ({ page }) => {
  const { id, address } = await makeConnection();
  const connectionId = address.split("/").at(-1) ?? "";
  await page.goto(address);
  await expect(main(page).getByRole("heading", { name: "Own key" })).toHaveCount(0);
  await coppice("sso", "set", connectionId, "--project", id, "--sign-requests");
  await page.goto(address);
  const answer = async (name: string) => {
    await main(page).getByRole("button", { name }).click();
    await page.getByRole("dialog", { name }).getByRole("button", { name }).click();
  };
  await answer("Replace key");
  await expect(main(page).getByText("New certificate", { exact: true })).toBeVisible();
  await expectGoodLooks(page, "sso-key");
  await answer("End old key");
  await expect(main(page).getByText("New certificate", { exact: true })).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: "Replace key" })).toBeVisible();
});

test("a directory's token is created, used, rotated and revoked, its groups get roles, and refusals say why", async ({
  page,
}) => {
  const { id, address } = await makeConnection();
  const inProject = ["--project", id];
  await coppice("project", "set", id, "organizations.enabled=true");
  await coppice("user", "create", "grace@example.com", ...inProject, "--verified");
  await coppice("user-org", "create", "acme", ...inProject, "--name", "Acme", "--owner", "grace@example.com");
  await page.goto(address);
  const directory = main(page).getByRole("group", { name: "Directory" });
  await directory.getByRole("button", { name: "Create token" }).click();
  const shown = directory.getByRole("region", { name: "Token" });
  await expect(shown).toBeVisible();
  const first = (await shown.textContent()) ?? "";
  const base = (await directory.getByRole("region", { name: "Base URL" }).textContent()) ?? "";
  const ask = (token: string, path: string, body: object) =>
    page.request.post(base + path, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      data: JSON.stringify(body),
    });
  expect((await ask(first, "/Groups", { displayName: "App admins" })).status()).toBe(201);
  expect((await ask(first, "/Users", { userName: "ada@elsewhere.example" })).status()).toBe(400);

  await page.reload();
  const refused = main(page).getByRole("list", { name: "Refused requests" });
  await expect(refused.getByRole("listitem")).toContainText("Create a user");
  await expect(refused.getByRole("listitem")).toContainText("hasn't verified the domain elsewhere.example");
  const tokens = directory.getByRole("list", { name: "Tokens" });
  await expect(tokens.getByRole("listitem")).toHaveCount(1);
  await tokens.getByRole("combobox").selectOption({ label: "Old one works for a week" });
  await tokens.getByRole("button", { name: "Rotate" }).click();
  await expect(shown).toBeVisible();
  await expect(shown).not.toHaveText(first);
  const second = (await shown.textContent()) ?? "";
  await expect(tokens.getByRole("listitem")).toHaveCount(2);
  await expect(tokens).toContainText("works until");
  await expect(tokens.getByRole("button", { name: "Rotate" })).toHaveCount(0);
  for (const [token, displayName] of Object.entries({ [first]: "Old token", [second]: "New token" })) {
    expect((await ask(token, "/Groups", { displayName })).status()).toBe(201);
  }
  await tokens.getByRole("button", { name: `Revoke scim_coppice_…${first.slice(-4)}` }).click();
  await expect(tokens.getByRole("listitem")).toHaveCount(1);
  expect((await ask(first, "/Groups", { displayName: "Refused" })).status()).toBe(401);

  const roles = main(page).getByRole("group", { name: "Groups and roles" });
  await expect(roles).toContainText("Groups have no effect until they belong to an organisation.");
  await roles.getByRole("combobox", { name: "Organisation" }).fill("nothing-here");
  await roles.getByRole("button", { name: "Save organisation" }).click();
  await expect(roles.getByRole("alert")).toContainText("Organisation not found.");
  await roles.getByRole("combobox", { name: "Organisation" }).fill("acme");
  await roles.getByRole("button", { name: "Save organisation" }).click();
  await expect(roles.getByRole("link", { name: "Acme" })).toBeVisible();
  await roles.getByRole("combobox", { name: "Group" }).fill("App admins");
  await roles.getByRole("combobox", { name: "Role" }).selectOption("admin");
  await roles.getByRole("button", { name: "Add group" }).click();
  const role = roles.getByRole("listitem", { name: "App admins" });
  await expect(role).toContainText("Admin");
  await role.getByRole("button", { name: "Remove: App admins" }).click();
  await expect(role).toHaveCount(0);
});

test("a developer sees connections, and changes nothing", async ({ page }) => {
  const { address, domain } = await makeConnection();
  const email = `${randomUUID()}@developer.example`;
  const options = ["--role", "developer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, address);
  await expect(main(page).getByText("Admins and owners can change connections.")).toBeVisible();
  await expect(main(page).getByRole("listitem", { name: domain, exact: true })).toContainText("verified");
  await expect(main(page).getByRole("region", { name: "ACS URL" })).toBeVisible();
  for (const name of ["Save metadata", "Add domain", "Delete connection", /^Check now/, /^Remove/]) {
    await expect(main(page).getByRole("button", { name })).toHaveCount(0);
  }
  await expect(main(page).getByRole("switch", { name: "Required" })).toBeDisabled();
});

inEveryLook((look) => {
  test("the pages of connections are accessible and fit the screen", async ({ page }) => {
    const { home, address } = await makeConnection();
    const { id, home: empty } = await makeProject();
    const { id: openId } = await coppice("sso", "create", "Globex", "--project", id, "--protocol", "oidc");
    await page.goto(address);
    await setMetadata(page);
    for (const [name, place] of Object.entries({ list: home, saml: address, oidc: `${empty}/${openId}` })) {
      await page.goto(place);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `sso-${name}-${look}`);
    }
    await page.goto(home);
    await main(page).getByRole("button", { name: "Create connection" }).click();
    await expect(page.getByRole("dialog").getByLabel("Company")).toBeVisible();
    await expectGoodLooks(page, `sso-create-${look}`);
  });
});

import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { startOidcProvider } from "../../support/oidc-provider";
import { CLIENT, type Person } from "../../support/stand-in-server";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { ownerTest as base, expect, HOME, signIn } from "../page-test";
import { recordSecrets } from "../record-secrets";
import { publishTxt } from "../txt-records";
import type { Make } from "../worker-test";

interface Company {
  issuer: string;
  /** The person that everyone who comes to the company is. */
  person: Person;
}

const startCompany: Make<Company> = async ({ onEnd }) => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  const company: Company = { issuer: "", person: {} };
  const provider = await startOidcProvider({
    ...options,
    authentication: "client_secret_basic",
    get person() {
      return company.person;
    },
  });
  company.issuer = provider.issuer;
  onEnd(() => provider.close());
  return company;
};

const test = base.extend<{ company: Company }>({
  company: async ({ once }, use) => use(await once(startCompany)),
});

const organisation = process.env.COPPICE_ORG_ID ?? "";

const main = (page: Page) => page.getByRole("main");
const turn = (page: Page, name: string | RegExp) => main(page).getByRole("switch", { name }).click({ force: true });

/** Creates a connection in the organisation's settings, with its client and a domain that is proven. */
async function makeConnection(page: Page, { issuer }: Company, name: string): Promise<string> {
  const domain = `${name}.example`;
  await page.goto(`${HOME}/sso`);
  await main(page).getByRole("button", { name: "Create connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Create connection" });
  await dialog.getByLabel("Company").fill(name);
  await dialog.getByRole("radio", { name: "OpenID Connect" }).check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("heading", { name, level: 1 })).toBeVisible();
  await main(page).getByLabel("Issuer").fill(issuer);
  await main(page).getByLabel("Client ID").fill(CLIENT.id);
  await main(page).getByLabel("Client secret").fill(CLIENT.secret);
  await main(page).getByRole("button", { name: "Save client" }).click();
  await expect(main(page).getByText("Set, and never shown")).toBeVisible();
  await main(page).getByRole("textbox", { name: "Domain" }).fill(domain);
  await main(page).getByRole("button", { name: "Add domain" }).click();
  const added = main(page).getByRole("listitem", { name: domain });
  await expect(added.getByRole("status")).toHaveText("not verified yet");
  const textOf = async (label: string) => (await added.getByRole("region", { name: label }).textContent()) ?? "";
  publishTxt(await textOf(`Name of the record of ${domain}`), [await textOf(`Value of the record of ${domain}`)]);
  await added.getByRole("button", { name: `Check now: ${domain}` }).click();
  await expect(added.getByRole("status")).toHaveText("verified");
  return domain;
}

/** A browser of somebody who is this person at the company. */
async function browserOf(browser: Browser, company: Company, person: Person): Promise<Page> {
  company.person = person;
  const context = await browser.newContext({ baseURL: process.env.COPPICE_URL, storageState: undefined });
  recordSecrets(context);
  return context.newPage();
}

test("an organisation connects its company, and a new colleague signs in to the dashboard by it", async ({
  page,
  browser,
  company,
}) => {
  const name = `acme-${randomUUID().slice(0, 8)}`;
  const domain = await makeConnection(page, company, name);
  const developer = main(page).getByRole("radio", { name: "Developer" });
  await developer.click({ force: true });
  await expect(developer).toBeChecked();
  const on = main(page).getByRole("switch", { name: /^On / });
  await turn(page, /^On /);
  await expect(on).toBeChecked();
  await turn(page, /^Required/);
  const asked = page.getByRole("dialog", { name: `Require single sign-on for ${name}` });
  await expect(asked).toContainText("an owner signs in another way");
  await asked.getByRole("button", { name: "Require" }).click();
  await expect(main(page).getByRole("switch", { name: /^Required/ })).toBeChecked();

  const email = `ada@${domain}`;
  const colleague = await browserOf(browser, company, { sub: email, email, name: "Ada Lovelace" });
  await colleague.goto(HOME);
  await expect(colleague).toHaveURL(/\/sign-in\?/);
  const signInPages = new URL(colleague.url()).pathname.replace(/sign-in$/, "");
  await colleague.getByLabel("Email address").fill(email);
  await colleague.getByRole("link", { name: `Continue with ${name}` }).click();
  await expect(colleague).toHaveURL(new RegExp(`${HOME}$`));
  await expect(main(colleague).getByRole("heading", { level: 1, name: "Databases" })).toBeVisible();
  await colleague.goto("/dashboard/account");
  await expect(main(colleague).getByText(`You're signed in by ${name}.`)).toBeVisible();
  await colleague.goto(`${signInPages}account`);
  await expect(colleague.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await colleague.goto(`${HOME}/sso`);
  await expect(main(colleague).getByRole("button", { name: "Create connection" })).toHaveCount(0);
  await expect(main(colleague).getByRole("link", { name })).toBeVisible();

  await page.goto(`${HOME}/members`);
  const row = main(page).getByRole("row", { name: new RegExp(email) });
  await expect(row).toContainText("Developer");
  await row.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: "Remove member" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await colleague.goto(HOME);
  await expect(colleague.getByLabel("Email address")).toBeVisible();
  await colleague.context().close();
});

/** A member with a password and an address of a domain whose single sign-on is required, who has signed in by it. */
async function memberByPassword(page: Page, browser: Browser, company: Company, name: string): Promise<Page> {
  const domain = await makeConnection(page, company, name);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await coppice("sso", "enable", id, "--organisation", organisation);
  await coppice("sso", "set", id, "--organisation", organisation, "--required", "on");
  const email = `bob@${domain}`;
  const options = ["--role", "viewer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  const member = await browserOf(browser, company, { sub: email, email, name: "Bob" });
  await signIn(member, { email, password }, HOME);
  await expect(main(member).getByRole("heading", { level: 1, name: /requires single sign-on$/ })).toBeVisible();
  return member;
}

test("a member who signed in by a password goes on by single sign-on where it is required", async ({
  page,
  browser,
  company,
}) => {
  const name = `umbrella-${randomUUID().slice(0, 8)}`;
  const member = await memberByPassword(page, browser, company, name);
  await member.goto(`${HOME}/members`);
  await main(member)
    .getByRole("link", { name: `Continue with ${name}` })
    .click();
  await expect(member).toHaveURL(new RegExp(`${HOME}$`));
  await expect(main(member).getByRole("heading", { level: 1, name: "Databases" })).toBeVisible();
  await member.context().close();
});

inEveryLook((look) => {
  test("the page that asks for single sign-on is accessible and fits the screen", async ({
    page,
    browser,
    company,
  }) => {
    const member = await memberByPassword(page, browser, company, `hooli-${randomUUID().slice(0, 8)}`);
    await member.setViewportSize(page.viewportSize() ?? { width: 1280, height: 800 });
    await expectGoodLooks(member, `members-sso-required-${look}`);
    await member.context().close();
  });

  test("the pages of an organisation's connections are accessible and fit the screen", async ({ page, company }) => {
    await makeConnection(page, company, `globex-${randomUUID().slice(0, 8)}`);
    await expectGoodLooks(page, `members-sso-connection-${look}`);
    await page.goto(`${HOME}/sso`);
    await expect(main(page).getByRole("heading", { level: 1, name: "Single sign-on" })).toBeVisible();
    await expectGoodLooks(page, `members-sso-list-${look}`);
  });
});

import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { metadataOf } from "../../support/saml-identity-provider";
import { type SamlServer, startSamlServer } from "../../support/saml-server";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import type { Make } from "../worker-test";
import { proveSsoDomain } from "./control-plane";
import {
  type App,
  test as base,
  emailField,
  expect,
  follow,
  heading,
  PASSWORD,
  passwordField,
  press,
  serveApp,
  signUp,
} from "./hosted-test";

interface Company {
  app: App;
  saml: SamlServer;
  domain: string;
  connectionId: string;
}

/** An app with a connection that is on, to an identity provider of its own. */
const startCompany: Make<Company> = async ({ onEnd }) => {
  const { close, ...app } = await serveApp();
  const saml = await startSamlServer();
  onEnd(close);
  onEnd(() => saml.close());
  const domain = `${randomUUID()}.example`;
  const folder = await mkdtemp(join(tmpdir(), "saml-"));
  const file = join(folder, "acme.xml");
  await writeFile(file, metadataOf(saml.idp));
  const inProject = ["--project", app.project.id];
  const { id: connectionId } = await coppice("sso", "create", "Acme", ...inProject, "--metadata", file);
  await rm(folder, { recursive: true });
  await coppice("sso", "add-domain", connectionId, domain, ...inProject);
  await proveSsoDomain(domain);
  await coppice("sso", "enable", connectionId, ...inProject);
  return { app, saml, domain, connectionId };
};

const test = base.extend<{ company: Company }>({
  company: async ({ once }, use) => use(await once(startCompany)),
  allowedOrigins: async ({ company }, use) => use([company.app.origin, company.saml.origin]),
});

test.describe.configure({ mode: "serial" });

const setRequired = ({ app, connectionId }: Company, state: "on" | "off") =>
  coppice("sso", "set", connectionId, "--project", app.project.id, "--required", state);

/** Gets in at the company's own page, as somebody new. */
async function signInThere(page: Page, { saml, domain }: Company): Promise<string> {
  const nameId = `ada-${randomUUID()}`;
  const email = `${nameId}@${domain}`;
  saml.person = { email, nameId };
  await follow(page, "Continue with Acme");
  await expect(heading(page, "Acme")).toBeVisible();
  await press(page, `Sign in as ${nameId}`);
  return email;
}

test("an address of the company leads to its identity provider and back to the app", async ({ page, company }) => {
  const { app, domain } = company;
  const redirect_to = `${app.origin}/by-acme`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await emailField(page).fill("ada@other.example");
  await expect(page.getByRole("link", { name: "Continue with Acme" })).toHaveCount(0);
  await emailField(page).fill(`whoever@${domain}`);
  await expect(page.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
  await expect(passwordField(page)).toBeVisible();
  const email = await signInThere(page, company);
  await expect(page).toHaveURL(redirect_to);
  await page.goto(app.page("account"));
  await expect(page.getByText(email).first()).toBeVisible();
});

test("an address that was typed before the page's scripts ran leads there, too", async ({ page, company }) => {
  const { app, domain } = company;
  const typed = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await typed.promise;
    await route.continue();
  });
  await page.goto(app.page("sign-in"), { waitUntil: "commit" });
  await emailField(page).fill(`whoever@${domain}`);
  typed.resolve();
  await expect(page.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
});

test("a person who knows that they have single sign-on chooses it", async ({ page, company }) => {
  const { app, domain } = company;
  const redirect_to = `${app.origin}/by-choice`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await follow(page, "Single sign-on");
  await expect(heading(page, "Single sign-on")).toBeVisible();
  await emailField(page).fill("ada@other.example");
  await press(page, "Continue");
  await expect(page.getByText("There's no single sign-on for this address.")).toBeVisible();
  await emailField(page).fill(`ada@${domain}`);
  await signInThere(page, company);
  await expect(page).toHaveURL(redirect_to);
});

test("if it is required, no password is asked for, and a way in that was open before is refused", async ({
  page,
  company,
}) => {
  const { app, domain } = company;
  const email = `${randomUUID()}@${domain}`;
  await signUp(page, app, email);
  await setRequired(company, "on");
  await page.goto(app.page("account"));
  await expect(heading(page, "Sign in")).toBeVisible();
  await emailField(page).fill(`nobody@${domain}`);
  await expect(page.getByText("People at Acme sign in with their company account.")).toBeVisible();
  await expect(passwordField(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Email me a link and a code" })).toHaveCount(0);
  await emailField(page).fill("ada@other.example");
  await expect(passwordField(page)).toBeVisible();
  await page.goto(app.page("sign-up"));
  await emailField(page).fill(`new@${domain}`);
  await expect(page.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
  await expect(passwordField(page)).toHaveCount(0);
  await setRequired(company, "off");
});

test("a user gets in by the owner's link where single sign-on is required", async ({ page, company }) => {
  const { app, domain } = company;
  const email = `${randomUUID()}@${domain}`;
  await signUp(page, app, email);
  await setRequired(company, "on");
  const { link } = await coppice("user", "create-sign-in-link", email, "--project", app.project.id);
  await page.goto(link);
  await press(page, "Sign in");
  await expect(heading(page, "Account")).toBeVisible();
  await setRequired(company, "off");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page of its own leads there", async ({ page, company }) => {
    const { app, domain } = company;
    const redirect_to = `${app.origin}/without-scripts`;
    await page.goto(app.page("sign-in", { redirect_to }));
    await follow(page, "Single sign-on");
    await emailField(page).fill("ada@other.example");
    await press(page, "Continue");
    await expect(page.getByText("There's no single sign-on for this address.")).toBeVisible();
    await emailField(page).fill(`ada@${domain}`);
    await press(page, "Continue");
    await signInThere(page, company);
    await expect(page).toHaveURL(redirect_to);
  });

  test("a password of an address that must not have one leads there", async ({ page, company }) => {
    const { app, domain } = company;
    await setRequired(company, "on");
    const redirect_to = `${app.origin}/refused`;
    await page.goto(app.page("sign-in", { redirect_to }));
    await emailField(page).fill(`ada@${domain}`);
    await passwordField(page).fill(PASSWORD);
    await press(page, "Sign in");
    await expect(page.getByText("Sign in with your company account.", { exact: true })).toBeVisible();
    await expect(passwordField(page)).toHaveCount(0);
    await signInThere(page, company);
    await expect(page).toHaveURL(redirect_to);
    await setRequired(company, "off");
  });
});

inEveryLook((look) => {
  test("the pages of single sign-on are accessible and fit the screen", async ({ page, company }) => {
    const { app, domain } = company;
    await page.goto(app.page("sign-in"));
    await emailField(page).fill(`ada@${domain}`);
    await expect(page.getByRole("link", { name: "Continue with Acme" })).toBeVisible();
    await expectGoodLooks(page, `hosted/sso-offered-${look}`);
    await page.goto(app.page("sso"));
    await expect(heading(page, "Single sign-on")).toBeVisible();
    await expectGoodLooks(page, `hosted/sso-${look}`);
    await setRequired(company, "on");
    await page.goto(app.page("sign-in"));
    await emailField(page).fill(`ada@${domain}`);
    await expect(passwordField(page)).toHaveCount(0);
    await expectGoodLooks(page, `hosted/sso-required-${look}`);
    await setRequired(company, "off");
  });
});

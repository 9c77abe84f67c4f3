import { randomUUID } from "node:crypto";
import { makeIdentityProvider, metadataOf } from "../../support/saml-identity-provider";
import { type SamlServer, startSamlServer } from "../../support/saml-server";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { publishTxt } from "../txt-records";
import { proveSsoDomain } from "./control-plane";
import { type App, test as base, expect, follow, heading, press } from "./hosted-test";

/** Each company has an identity provider of its own. */
const test = base.extend<{ saml: SamlServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it depends on
  saml: async ({}, use) => {
    const saml = await startSamlServer();
    await use(saml);
    saml.close();
  },
  allowedOrigins: async ({ app, saml }, use) => use([app.origin, saml.origin]),
});

async function linked(app: App, ...options: string[]): Promise<{ link: string; connectionId: string }> {
  const inProject = ["--project", app.project.id];
  const { id: connectionId } = await coppice("sso", "create", "Acme", ...inProject, ...options);
  const { link } = await coppice("sso", "create-set-up-link", connectionId, ...inProject);
  return { link, connectionId };
}

test.use({ javaScriptEnabled: false });

test("a company's administrator sets single sign-on up by a link, which no address holds afterwards", async ({
  page,
  app,
  otherBrowser,
}) => {
  const { link, connectionId } = await linked(app);
  const domain = `acme-${randomUUID().slice(0, 8)}.example`;
  await page.goto(link);
  await press(page, "Start");
  await expect(heading(page, "Single sign-on for Acme")).toBeVisible();
  expect(page.url()).not.toContain("token");
  const late = await otherBrowser.newPage();
  await late.goto(link);
  await expect(late.getByText("has been opened in another browser")).toBeVisible();

  await follow(page, "Microsoft Entra ID");
  await expect(page.getByLabel("Reply URL (Assertion Consumer Service URL)")).toHaveValue(
    `${new URL(link).origin}/auth/${app.project.id}/sso/${connectionId}/acs`,
  );
  await press(page, "Switch on single sign-on");
  await expect(page.getByRole("alert")).toHaveText("Set the connection's identity provider first.");
  const idp = await makeIdentityProvider();
  await page.getByLabel("Or the metadata itself, as XML").fill(metadataOf(idp));
  await press(page, "Save");
  await expect(page.getByText(`Saved: ${idp.entityId}`)).toBeVisible();

  await page.getByLabel("Domain", { exact: true }).fill(domain);
  await press(page, "Add domain");
  await press(page, `Check ${domain} now`);
  await expect(page.getByRole("alert")).toContainText("There's no such TXT record");
  const name = await page.getByLabel(`TXT record of ${domain}`).inputValue();
  publishTxt(name, [await page.getByLabel(`Value for ${domain}`).inputValue()]);
  await press(page, `Check ${domain} now`);
  await expect(page.getByText(`${domain}: verified`)).toBeVisible();
  await press(page, "Switch on single sign-on");
  await expect(page.getByText("Single sign-on is on.")).toBeVisible();
  expect(await coppice("sso", "show", connectionId, "--project", app.project.id)).toMatchObject({ enabled: true });
  await page.goto(app.page("sso-set-up"));
  await expect(page.getByText("its set-up is done")).toBeVisible();
});

test("a sign-in is tried before it is switched on, and the response is shown to this browser alone", async ({
  page,
  app,
  saml,
  otherBrowser,
}) => {
  const { link, connectionId } = await linked(app);
  await page.goto(link);
  await press(page, "Start");
  await expect(page.getByRole("link", { name: "Try it" })).toHaveCount(0);
  await page.getByLabel("Or the metadata itself, as XML").fill(metadataOf(saml.idp));
  await press(page, "Save");
  await follow(page, "Try it");
  await press(page, "Sign in as ada");
  await expect(heading(page, "You would be refused")).toBeVisible();
  await expect(page.getByRole("status")).toContainText("has none yet. Add and verify the domain of ada@acme.example");
  await expect(page.getByText("email: used as your email address")).toBeVisible();
  await expect(page.getByText("ada@acme.example (its domain isn't verified)")).toBeVisible();
  const stranger = await otherBrowser.newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText("This link has expired")).toBeVisible();

  const domain = `acme-${randomUUID().slice(0, 8)}.example`;
  await coppice("sso", "add-domain", connectionId, domain, "--project", app.project.id);
  await proveSsoDomain(domain);
  saml.person = { email: `ada@${domain}`, nameId: "ada" };
  await follow(page, "Try again");
  await press(page, "Sign in as ada");
  await expect(heading(page, "It works")).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("A user would be created for you, and signed in.");
  await follow(page, "Back to the set-up");
  await expect(heading(page, "Single sign-on for Acme")).toBeVisible();
  // The newest come first.
  const { items } = await coppice("user", "list", "--project", app.project.id);
  expect(items.map(({ email }: { email: string }) => email)).not.toContain(`ada@${domain}`);
});

test("the company's administrator chooses the protocol before an identity provider is set", async ({
  page,
  app,
  saml,
}) => {
  const { link } = await linked(app);
  await page.goto(link);
  await press(page, "Start");
  await expect(page.getByText("These steps are for SAML 2.0.")).toBeVisible();
  await press(page, "Use OpenID Connect instead");
  await expect(page.getByLabel("Redirect URI", { exact: true })).toHaveValue(/\/callback$/);
  await expect(page.getByLabel("Issuer")).toBeVisible();
  await press(page, "Use SAML 2.0 instead");
  await page.getByLabel("Or the metadata itself, as XML").fill(metadataOf(saml.idp));
  await press(page, "Save");
  await expect(page.getByText(`Saved: ${saml.idp.entityId}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Use OpenID Connect instead" })).toHaveCount(0);
});

test("a link that was revoked opens nothing, nor does the browser that had opened it", async ({ page, app }) => {
  const { link, connectionId } = await linked(app, "--protocol", "oidc");
  await page.goto(link);
  await press(page, "Start");
  await expect(page.getByLabel("Redirect URI", { exact: true })).toHaveValue(/\/callback$/);
  await coppice("sso", "revoke-set-up-link", connectionId, "--project", app.project.id);
  await page.reload();
  await expect(page.getByText("This link has expired, was revoked")).toBeVisible();
  await page.goto(link);
  await expect(page.getByText("This link has expired, was revoked")).toBeVisible();
});

inEveryLook((look) => {
  test.use({ javaScriptEnabled: true });

  test("the pages of a set-up are accessible and fit the screen", async ({ page, app }) => {
    for (const protocol of ["saml", "oidc"]) {
      const { link, connectionId } = await linked(app, "--protocol", protocol);
      const domain = `${randomUUID().slice(0, 8)}.example`;
      await coppice("sso", "add-domain", connectionId, domain, "--project", app.project.id);
      await page.goto(link);
      await expectGoodLooks(page, `hosted/set-up-link-${look}`);
      await press(page, "Start");
      await expect(heading(page, "Single sign-on for Acme")).toBeVisible();
      await expectGoodLooks(page, `hosted/set-up-${protocol}-${look}`);
    }
  });

  test("the report of a trial is accessible and fits the screen", async ({ page, app, saml }) => {
    const { link } = await linked(app);
    await page.goto(link);
    await press(page, "Start");
    await page.getByLabel("Or the metadata itself, as XML").fill(metadataOf(saml.idp));
    await press(page, "Save");
    await follow(page, "Try it");
    await press(page, "Sign in as ada");
    await expect(heading(page, "You would be refused")).toBeVisible();
    await expectGoodLooks(page, `hosted/set-up-trial-${look}`);
  });
});

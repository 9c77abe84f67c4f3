import { randomUUID } from "node:crypto";
import { makeIdentityProvider, metadataOf } from "../../support/saml-identity-provider";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { publishTxt } from "../txt-records";
import { type App, expect, follow, heading, press, test } from "./hosted-test";

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

test("a link that was revoked opens nothing, nor does the browser that had opened it", async ({ page, app }) => {
  const { link, connectionId } = await linked(app, "--protocol", "oidc");
  await page.goto(link);
  await press(page, "Start");
  await expect(page.getByLabel("Redirect URI")).toHaveValue(/\/callback$/);
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
});

import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { startOidcProvider } from "../../support/oidc-provider";
import { PASSWORD, startSimpleSamlPhp } from "../../support/simplesamlphp";
import { CLIENT } from "../../support/stand-in-server";
import { coppice } from "../command-line";
import type { Make } from "../worker-test";
import { proveSsoDomain } from "./control-plane";
import { type App, test as base, expect, heading, press, serveApp } from "./hosted-test";

interface Company {
  app: App;
  /** A link that starts a sign-in, and leads to the app. */
  start: string;
  origin: string;
  /** Signs in by the link, in a browser that the identity provider must ask, or needn't. Returns whether it did. */
  signIn(page: Page): Promise<boolean>;
  /** Agrees there to sign out, where it asks. */
  signOutThere(page: Page): Promise<void>;
  /** Ends its server, so that nobody answers any more. */
  stop(): Promise<void>;
}

interface Companies {
  saml: Company;
  oidc: Company;
}

/** Switches a connection of a new app on, for a domain of its own. */
async function connect(app: App, domain: string, ...options: string[]) {
  const inProject = ["--project", app.project.id];
  const { id, serviceProvider } = await coppice("sso", "create", "Acme", ...inProject, ...options);
  await coppice("sso", "add-domain", id, domain, ...inProject);
  await proveSsoDomain(domain);
  await coppice("sso", "enable", id, ...inProject);
  const start = `${serviceProvider.startUrl}?${new URLSearchParams({ redirect_to: `${app.origin}/in` })}`;
  return { start, serviceProvider };
}

async function startSaml(app: App): Promise<Company> {
  const domain = `${randomUUID()}.example`;
  const idp = await startSimpleSamlPhp(`ada@${domain}`);
  const folder = await mkdtemp(join(tmpdir(), "saml-"));
  await writeFile(join(folder, "idp.xml"), await (await fetch(idp.metadataUrl)).text());
  const { start, serviceProvider } = await connect(app, domain, "--metadata", join(folder, "idp.xml"));
  await rm(folder, { recursive: true });
  const { entityId, acsUrl, logoutUrl } = serviceProvider;
  await idp.serve({ entityId, acsUrl, logoutUrl });
  return {
    ...{ app, start, origin: idp.origin, stop: idp.close },
    async signIn(page) {
      await page.goto(start);
      const isAsked = await page.locator("input[name=password]").isVisible();
      if (isAsked) {
        await page.locator("input[name=username]").fill("ada");
        await page.locator("input[name=password]").fill(PASSWORD);
        await page.locator("input[name=password]").press("Enter");
      }
      // Without scripts, the form with the response has a button.
      const button = page.getByRole("button", { name: "Submit", exact: true });
      await button.or(heading(page, "Shop")).first().waitFor();
      if (await button.isVisible()) await button.click();
      await expect(page).toHaveURL(`${app.origin}/in`);
      return isAsked;
    },
    signOutThere: async () => undefined,
  };
}

async function startOidc(app: App): Promise<Company> {
  const domain = `${randomUUID()}.example`;
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  const person = { sub: `ada-${domain}`, email: `ada@${domain}`, name: "Ada" };
  const issuer = await startOidcProvider({ ...options, authentication: "client_secret_basic", person });
  process.env.ACME_SECRET = CLIENT.secret;
  const client = ["--issuer", issuer.issuer, "--client-id", CLIENT.id, "--secret-env", "ACME_SECRET"];
  const { start } = await connect(app, domain, "--protocol", "oidc", ...client);
  return {
    ...{ app, start, origin: issuer.origin, stop: issuer.close },
    async signIn(page) {
      const { asked } = issuer;
      await page.goto(start);
      await expect(page).toHaveURL(`${app.origin}/in`);
      return issuer.asked > asked;
    },
    async signOutThere(page) {
      await page.getByRole("button", { name: "Yes, sign me out" }).click();
    },
  };
}

const startCompanies: Make<Companies> = async ({ onEnd }) => {
  const { close, ...app } = await serveApp();
  onEnd(close);
  const companies = { saml: await startSaml(app), oidc: await startOidc(app) };
  onEnd(() => Promise.all([companies.saml.stop(), companies.oidc.stop()]));
  return companies;
};

const test = base.extend<{ companies: Companies }>({
  companies: async ({ once }, use) => use(await once(startCompanies)),
  allowedOrigins: async ({ companies: { saml, oidc } }, use) => use([saml.app.origin, saml.origin, oidc.origin]),
});

async function expectSignedOut(page: Page, { app }: Company): Promise<void> {
  await page.goto(app.page("account"));
  await expect(heading(page, "Sign in")).toBeVisible();
}

for (const isWithScripts of [true, false]) {
  test.describe(isWithScripts ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled: isWithScripts });

    for (const protocol of ["saml", "oidc"] as const) {
      test(`the sign-out page goes on to the ${protocol} provider, and comes back to the app`, async ({
        page,
        companies,
      }) => {
        const company = companies[protocol];
        const { app } = company;
        expect(await company.signIn(page)).toBe(true);
        expect(await company.signIn(page)).toBe(false);
        await page.goto(app.page("sign-out", { redirect_to: `${app.origin}/out`, state: "of-the-app" }));
        await press(page, "Sign out");
        await company.signOutThere(page);
        await expect(page).toHaveURL(`${app.origin}/out?state=of-the-app`);
        await expectSignedOut(page, company);
        expect(await company.signIn(page)).toBe(true);
      });

      test(`the account page's button goes on to the ${protocol} provider, and comes back`, async ({
        page,
        companies,
      }) => {
        const company = companies[protocol];
        await company.signIn(page);
        await page.goto(company.app.page("account"));
        await press(page, "Sign out");
        await company.signOutThere(page);
        await expect(heading(page, "You are signed out")).toBeVisible();
        await expectSignedOut(page, company);
        expect(await company.signIn(page)).toBe(true);
      });
    }
  });
}

test("a link of a stranger's, with an address that isn't the app's, signs nobody out", async ({ page, companies }) => {
  const { saml } = companies;
  await saml.signIn(page);
  await page.goto(saml.app.page("sign-out", { redirect_to: "https://evil.example/", state: "of-the-app" }));
  await expect(page.getByRole("button", { name: "Sign out", exact: true })).toHaveCount(0);
  await page.goto(saml.app.page("account"));
  await expect(heading(page, "Account")).toBeVisible();
});

test("a provider that doesn't answer leaves nobody signed in here", async ({ browser, companies }) => {
  const { oidc } = companies;
  // The browser's own page of an error is none that the others may show.
  const context = await browser.newContext();
  const page = await context.newPage();
  await oidc.signIn(page);
  await oidc.stop();
  await page.goto(oidc.app.page("sign-out"));
  await press(page, "Sign out");
  await expect(page).toHaveURL(/^chrome-error:/);
  await expectSignedOut(page, oidc);
  await context.close();
});

import type { Page } from "@playwright/test";
import { CLIENT, type Person } from "../../support/stand-in-server";
import { coppice } from "../command-line";
import { test as base, expect, follow, heading, press, sharedApp, signOut, signUp } from "./hosted-test";

const GITHUB = `http://127.0.0.1:${process.env.COPPICE_TEST_GITHUB_PORT}`;

const appWithGitHub = sharedApp([], async (app) => {
  process.env.GITHUB_SECRET = CLIENT.secret;
  const client = ["--client-id", CLIENT.id, "--secret-env", "GITHUB_SECRET"];
  await coppice("provider", "set", app.project.id, "github", ...client);
});

const test = base.extend({
  app: async ({ once }, use) => use(await once(appWithGitHub)),
  allowedOrigins: async ({ app }, use) => use([app.origin, GITHUB]),
});

/** Says at the provider who one is. */
async function agree(page: Page, person: Person): Promise<void> {
  await expect(heading(page, "GitHub")).toBeVisible();
  await page.getByLabel("Account").fill(Buffer.from(JSON.stringify(person)).toString("base64url"));
  await press(page, "Authorise");
}

const personOf = (email: string): Person => ({
  id: Math.floor(Math.random() * 1e9),
  login: "ada",
  name: "Ada Lovelace",
  emails: [{ email, primary: true, verified: true }],
});

test("a provider signs in and leads back to the app, and only where it is set up", async ({ page, app, email }) => {
  const redirect_to = `${app.origin}/by-github`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await expect(page.getByRole("list").first().getByRole("link")).toHaveText(["Continue with GitHub"]);
  await follow(page, "Continue with GitHub");
  await agree(page, personOf(email));
  await expect(page).toHaveURL(redirect_to);
  await page.goto(app.page("account"));
  await expect(page.getByRole("region", { name: "Connected accounts" }).getByText("GitHub")).toBeVisible();
});

test("a person who says no at the provider, or has no proven address there, is told so in their language", async ({
  page,
  app,
  email,
}) => {
  const redirect_to = `${app.origin}/after-all`;
  await page.goto(app.page("sign-in", { redirect_to }));
  await follow(page, "Continue with GitHub");
  await agree(page, { ...personOf(email), error: "access_denied" });
  await expect(page.getByText("Sign-in with the provider was cancelled.")).toBeVisible();
  await follow(page, "Back to sign-in");
  await expect(page).toHaveURL(app.page("sign-in", { redirect_to }));
  await follow(page, "Continue with GitHub");
  await agree(page, { ...personOf(email), emails: [{ email, primary: true, verified: false }] });
  await expect(page.getByText("The provider didn't share a confirmed email address")).toBeVisible();
});

test("an account of that address is not taken over; its owner connects the provider", async ({ page, app, email }) => {
  await signUp(page, app, email);
  await signOut(page, app);
  await page.goto(app.page("sign-in"));
  await follow(page, "Continue with GitHub");
  const person = personOf(email);
  await agree(page, person);
  await expect(page.getByText("An account with your email address already exists.")).toBeVisible();
  await follow(page, "Back to sign-in");
  await page.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("correct horse battery staple");
  await press(page, "Sign in");
  await press(page, "Connect GitHub");
  await agree(page, person);
  await expect(page.getByRole("button", { name: "Disconnect: GitHub" })).toBeVisible();
  await page.getByRole("button", { name: "Disconnect: GitHub" }).click();
  await expect(page.getByRole("button", { name: "Connect GitHub" })).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a provider is a link", async ({ page, app, email }) => {
    const redirect_to = `${app.origin}/by-github`;
    await page.goto(app.page("sign-in", { redirect_to }));
    await follow(page, "Continue with GitHub");
    await agree(page, personOf(email));
    await expect(page).toHaveURL(redirect_to);
  });
});

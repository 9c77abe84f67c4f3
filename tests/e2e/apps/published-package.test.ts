import { randomUUID } from "node:crypto";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { createAppProject } from "../command-line";
import { test as base, type Make } from "../worker-test";
import { expectColours } from "./colours";
import { findFreePort, install, makeAppFolder, root, runScript, serve, writeFiles } from "./fresh-app";

const PASSWORD = "correct horse battery staple";

interface RunningApp {
  /** Another site than the service. */
  elsewhere: string;
  /** The service's own site. */
  sameSite: string;
}

/** A copy of the example, with the package as its README says. */
async function installExample(): Promise<string> {
  const folder = makeAppFolder();
  cpSync(join(root, "examples/next-app"), folder, { recursive: true });
  const {
    dependencies: _,
    devDependencies: __,
    ...description
  } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  writeFiles(folder, { "package.json": JSON.stringify(description) });
  await install(folder, `npm install ${process.env.COPPICE_URL}/packages/coppice-auth.tgz`);
  return folder;
}

const serveExample: Make<RunningApp> = async ({ onEnd }) => {
  const service = new URL(process.env.COPPICE_URL ?? "");
  const port = await findFreePort();
  const other = service.hostname === "localhost" ? "127.0.0.1" : "localhost";
  const app = { elsewhere: `http://${other}:${port}`, sameSite: `http://${service.hostname}:${port}` };
  const project = await createAppProject(`Shop ${randomUUID()}`, app.elsewhere, [
    `allowedOrigins=${JSON.stringify([app.elsewhere, app.sameSite])}`,
    `redirectAddresses=${JSON.stringify([`${app.elsewhere}/api/auth/callback`])}`,
  ]);
  const env = {
    NEXT_PUBLIC_AUTH_PROJECT_ID: project.id,
    NEXT_PUBLIC_AUTH_PUBLIC_KEY: project.publicKey,
    NEXT_PUBLIC_AUTH_ORIGIN: service.origin,
    APP_ORIGIN: app.elsewhere,
    SESSION_SECRET: randomUUID(),
  };
  const folder = await installExample();
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const next = join(root, "node_modules/next/dist/bin/next");
  await runScript(folder, [next, "build"], env);
  onEnd(await serve(folder, [next, "start", "--port", String(port)], app.sameSite, env));
  return app;
};

const test = base.extend<{ app: RunningApp }>({
  app: [async ({ once }, use) => use(await once(serveExample)), { timeout: 600_000 }],
});

// One worker runs all of them, since every worker would build an app of its own.
test.describe.configure({ mode: "default" });

test("the installed package signs in on the hosted page from another site, and by the component on the same site", async ({
  page,
  app,
}) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(`${app.elsewhere}/members`);
  await expect(page).toHaveURL(new RegExp(`^${process.env.COPPICE_URL}/auth/p_.*/sign-in\\?`));
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page).toHaveURL(`${app.elsewhere}/members`);
  await expect(page.getByText(`You are ${email}`)).toBeVisible();
  const cookies = (await page.context().cookies()).filter(({ name }) => name.includes("_app_"));
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Lax" }]);

  await page.getByRole("link", { name: "Start" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in on the hosted page" })).toBeVisible();
  await page.context().clearCookies();

  await page.goto(`${app.sameSite}/sign-in`);
  await expectColours(page, "built-next");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The email address or password is incorrect.")).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(`You are ${email}`)).toBeVisible();
});

test("the installed package loads its library for passkeys when one is asked for", async ({ page, app }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasUserVerification: true, isUserVerified: true },
  });
  await page.goto(`${app.sameSite}/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This was cancelled.")).toBeFocused();
});

import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base, expect } from "@playwright/test";
import { packPackage } from "../package/packed";
import { createAppProject } from "./command-line";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../../", import.meta.url));
const PASSWORD = "correct horse battery staple";

interface RunningApp {
  /** Another site than the service. */
  elsewhere: string;
  /** The service's own site. */
  sameSite: string;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** A copy of the example below the repository, which lends it Next and React; the package comes from its tarball. */
async function installExample(): Promise<string> {
  mkdirSync(join(root, ".setup"), { recursive: true });
  const folder = mkdtempSync(join(root, ".setup", "example-"));
  cpSync(join(root, "examples/next-app"), folder, { recursive: true });
  writeFileSync(join(folder, "auth.tgz"), packPackage());
  const description = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const dependencies = { "@coppice/auth": "file:./auth.tgz" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...description, dependencies, devDependencies: {} }));
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"];
  await run("npm", ["install", "--legacy-peer-deps", ...quiet], { cwd: folder });
  return folder;
}

const test = base.extend<object, { app: RunningApp }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it depends on
    async ({}, use) => {
      const service = new URL(process.env.COPPICE_URL ?? "");
      const port = await findFreePort();
      const other = service.hostname === "localhost" ? "127.0.0.1" : "localhost";
      const app = { elsewhere: `http://${other}:${port}`, sameSite: `http://${service.hostname}:${port}` };
      const project = await createAppProject(`Shop ${randomUUID()}`, app.elsewhere, [
        `allowedOrigins=${JSON.stringify([app.elsewhere, app.sameSite])}`,
        `redirectAddresses=${JSON.stringify([`${app.elsewhere}/api/auth/callback`])}`,
      ]);
      const env = {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: "1",
        NEXT_PUBLIC_AUTH_PROJECT_ID: project.id,
        NEXT_PUBLIC_AUTH_PUBLIC_KEY: project.publicKey,
        NEXT_PUBLIC_AUTH_ORIGIN: service.origin,
        APP_ORIGIN: app.elsewhere,
        SESSION_SECRET: randomUUID(),
      };
      const folder = await installExample();
      const next = join(root, "node_modules/next/dist/bin/next");
      await run(process.execPath, [next, "build"], { cwd: folder, env });
      const child = spawn(process.execPath, [next, "start", "--port", String(port)], {
        cwd: folder,
        env,
        stdio: "ignore",
      });
      await expect
        .poll(() =>
          fetch(app.sameSite).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      await use(app);
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 600_000 },
  ],
});

// One worker runs all of them, since every worker would build the package into the same folder.
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

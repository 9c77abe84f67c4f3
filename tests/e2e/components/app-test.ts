import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { build } from "esbuild";
import { violationsOf } from "../accessibility";
import { type AppProject, createAppProject } from "../command-line";
import { test as base, type Make } from "../worker-test";

export const PASSWORD = "correct horse battery staple";

const PAGE = `<!doctype html>
<html lang="en">
  <meta name="viewport" content="width=device-width">
  <title>Shop</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/styles.css">
  <div id="root"></div>
  <script src="/app.js"></script>
</html>`;

interface App {
  origin: string;
  project: AppProject;
}

/** With React as developers run it, which names faults and in strict mode does everything twice. */
async function bundleApp(configuration: object): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "app.tsx")],
    define: { CONFIGURATION: JSON.stringify(configuration), "process.env.NODE_ENV": '"development"' },
    bundle: true,
    write: false,
    format: "iife",
    platform: "browser",
    jsx: "automatic",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** An app on another port than the service, under a policy that allows no inline script and no inline style. */
const serveApp: Make<App> = async ({ onEnd }) => {
  const server = createServer();
  await once(server.listen(0, "localhost"), "listening");
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const apiOrigin = process.env.COPPICE_URL ?? "";
  const project = await createAppProject(`Shop ${randomUUID()}`, origin);
  const script = await bundleApp({ projectId: project.id, publicKey: project.publicKey, apiOrigin });
  const styles = `${readFileSync("packages/client/src/styles.css", "utf8")}
html { color-scheme: light dark } html[data-theme=dark] { color-scheme: dark } html[data-theme=light] { color-scheme: light }`;
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src ${apiOrigin}; form-action 'self'; base-uri 'none'`;
  server.on("request", ({ url }, response) => {
    const files: Record<string, [string, string]> = {
      "/app.js": ["text/javascript", script],
      "/styles.css": ["text/css", styles],
      "/own-accent.css": ["text/css", "main { --auth-accent: #4b0082 }"],
    };
    const [type, body] = files[url ?? ""] ?? ["text/html", PAGE];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, "Content-Security-Policy": policy }).end(body);
  });
  onEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin, project };
};

/** A refusal that a test asked for. */
const ASKED_FOR = /^(Failed to load resource: the server responded with a status of 4\d\d|invalid_public_key: )/;

export const test = base.extend<{ clean: undefined; app: App }>({
  app: async ({ once }, use) => use(await once(serveApp)),
  clean: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !ASKED_FOR.test(message.text())) faults.push(message.text());
      });
      page.on("pageerror", (error) => faults.push(String(error)));
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export const newEmail = () => `${randomUUID()}@example.com`;
export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

/** The state of the page's session, as the hook tells it. */
export const state = (page: Page) => page.getByRole("status").first();

export async function signUp(page: Page, { origin }: App, email = newEmail()): Promise<string> {
  await page.goto(origin);
  await press(page, "Sign up");
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Sign up");
  await expect(state(page)).toHaveText(`Signed in as ${email}`);
  return email;
}

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

export { expect };

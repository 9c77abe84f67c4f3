import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { type AppProject, createAppProject } from "../command-line";
import { recordSecrets } from "../record-secrets";
import { test as base, type Make } from "../worker-test";
import { Mailbox } from "./mailbox";

export const PASSWORD = "correct horse battery staple";
export const serviceUrl = process.env.COPPICE_URL ?? "";

/** An app with a project of its own. Its pages show the returning user, and from nothing but the address. */
export interface App {
  origin: string;
  project: AppProject;
  /** A hosted page of the project, with a query. */
  page(name: string, query?: Record<string, string>): string;
}

export const pageOf =
  (projectId: string): App["page"] =>
  (name, query = {}) => {
    const search = new URLSearchParams(query).toString();
    return `${serviceUrl}/auth/${projectId}/${name}${search === "" ? "" : `?${search}`}`;
  };

/** `host` decides whether the app is on the service's site, `localhost`, or on another one, `127.0.0.1`. */
export async function serveApp(
  settings: readonly string[] = [],
  { host = "localhost", name = `Shop ${randomUUID()}` } = {},
): Promise<App & { close: () => void }> {
  const server = createServer((request, response) => {
    const to = new URL(request.url ?? "", "http://localhost").searchParams.get("to");
    const link = to === null ? "" : `<a href="${to.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">Go on</a>`;
    response
      .writeHead(200, { "Content-Type": "text/html; charset=utf-8" })
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>Shop</h1>${link}</html>`,
      );
  });
  await once(server.listen(0, host), "listening");
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const project = await createAppProject(name, origin, settings);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin, project, page: pageOf(project.id), close };
}

/** A refusal that a test asked for. */
const ASKED_FOR = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;

/** Fails the test whose page asks anybody but the service and `allowed`, breaks its policy or logs an error. */
export function watchPage(page: Page, allowed: readonly string[], faults: string[]): void {
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== serviceUrl && !allowed.includes(origin))
      faults.push(`asked ${origin}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" && !ASKED_FOR.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
}

/** An app for all tests of a worker, and the other settings of its project. */
export function sharedApp(
  settings: readonly string[] = [],
  setUp: (app: App) => Promise<void> = async () => undefined,
): Make<App> {
  return async ({ onEnd }) => {
    const { close, ...app } = await serveApp(settings);
    onEnd(close);
    await setUp(app);
    return app;
  };
}

const plainApp = sharedApp();

interface TestFixtures {
  app: App;
  /** Origins besides the service's that pages of the test may ask. */
  allowedOrigins: string[];
  clean: undefined;
  email: string;
  mailbox: Mailbox;
  /** Another browser, watched like the first. */
  otherBrowser: BrowserContext;
}

export const test = base.extend<TestFixtures>({
  app: async ({ once }, use) => use(await once(plainApp)),
  allowedOrigins: async ({ app }, use) => use([app.origin]),
  clean: [
    async ({ context, allowedOrigins }, use) => {
      const secretsNoted = recordSecrets(context);
      const faults: string[] = [];
      context.on("page", (page) => watchPage(page, allowedOrigins, faults));
      await use(undefined);
      await secretsNoted();
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it depends on
  email: async ({}, use) => use(`${randomUUID()}@example.com`),
  mailbox: async ({ email }, use) => use(new Mailbox(email)),
  otherBrowser: async ({ browser, allowedOrigins }, use) => {
    const context = await browser.newContext();
    const secretsNoted = recordSecrets(context);
    const faults: string[] = [];
    context.on("page", (page) => watchPage(page, allowedOrigins, faults));
    await use(context);
    await secretsNoted();
    await context.close();
    expect(faults).toEqual([]);
  },
});

export const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const follow = (page: Page, name: string) => page.getByRole("link", { name, exact: true }).click();
export const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
export const emailField = (page: Page) => page.getByRole("textbox", { name: "Email address", exact: true });
export const passwordField = (page: Page) => page.getByRole("textbox", { name: "Password", exact: true });

/** Makes an account on the hosted page; the browser is signed in to it afterwards. */
export async function signUp(page: Page, app: App, email: string, query: Record<string, string> = {}): Promise<void> {
  await page.goto(app.page("sign-up", query));
  await page.getByLabel("Name").fill("Ada Lovelace");
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await press(page, "Sign up");
  if (query.redirect_to === undefined) await expect(heading(page, "Account")).toBeVisible();
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await press(page, "Sign in");
}

/** Leaves the account page. */
export async function signOut(page: Page, app: App): Promise<void> {
  await page.goto(app.page("account"));
  await expect(heading(page, "Account")).toBeVisible();
  await press(page, "Sign out");
  await expect(heading(page, "You are signed out")).toBeVisible();
}

export { expect };

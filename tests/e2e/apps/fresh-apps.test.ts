import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { coppice } from "../command-line";
import { keepPicture } from "../looks";
import { test } from "../worker-test";
import { emailField, expectColours } from "./colours";
import {
  COMPILER_OPTIONS,
  findFreePort,
  install,
  makeAppFolder,
  root,
  serve,
  serveFiles,
  serveWithVite,
  VITE_FILES,
  writeFiles,
} from "./fresh-app";

const PASSWORD = "correct horse battery staple";
const NEXT = join(root, "node_modules/next/dist/bin/next");
const run = promisify(execFile);

interface FreshApp {
  /** The files that `create-next-app` or `create-vite` leaves, without any style. */
  files: Record<string, string>;
  start: (folder: string, port: number) => Promise<() => Promise<void>>;
  path: string;
}

/** By the name by which `project snippets` knows the framework. */
const APPS: Record<string, FreshApp> = {
  // The same files are built by published-package.test.ts.
  next: {
    path: "/sign-in",
    files: {
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          ...COMPILER_OPTIONS,
          jsx: "react-jsx",
          plugins: [{ name: "next" }],
          paths: { "@/*": ["./*"] },
        },
        include: ["**/*.ts", "**/*.tsx"],
      }),
      "app/layout.tsx": `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><head><title>Shop</title></head><body>{children}</body></html>;
}`,
      "next.config.ts": "export default {};",
      "app/page.tsx": "export default function Page() { return <h1>Shop</h1>; }",
    },
    start: (folder, port) => serve(folder, [NEXT, "dev", "--port", String(port)], `http://localhost:${port}/sign-in`),
  },
  vite: { path: "/", files: VITE_FILES, start: serveWithVite },
  html: { path: "/", files: {}, start: serveFiles },
};

interface Snippets {
  install: string;
  allow: string | null;
  files: { path: string; content: string }[];
}

/** Follows the command's output, step by step. */
async function follow(project: string, framework: string, folder: string, origin: string): Promise<void> {
  const printed: Snippets = await coppice("project", "snippets", project, "--framework", framework, "--origin", origin);
  await install(folder, printed.install);
  writeFiles(folder, Object.fromEntries(printed.files.map(({ path, content }) => [path, content])));
  // `npm run coppice` would build first, under the other tests.
  const allow = printed.allow?.replace("npm run coppice --", `${process.execPath} bin/coppice.mjs`);
  if (allow) await run("bash", ["-c", allow], { cwd: root });
}

async function createProject(): Promise<string> {
  const { id } = await coppice("project", "create", process.env.COPPICE_ORG_ID ?? "", `Shop ${randomUUID()}`);
  return id;
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function signUp(page: Page): Promise<string> {
  const address = `${randomUUID()}@example.com`;
  await press(page, "Sign up");
  await page.getByLabel("Name").fill("Ada");
  await emailField(page).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Sign up");
  return address;
}

async function signIn(page: Page, address: string, password: string): Promise<void> {
  await emailField(page).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Sign in");
}

async function signOut(page: Page): Promise<void> {
  const menu = page.locator("[data-part=avatar]");
  const button = page.getByRole("button", { name: "Sign out", exact: true });
  await expect(menu.or(button).first()).toBeVisible();
  if (await menu.isVisible()) await menu.click();
  await button.click();
}

async function expectErrorColour(page: Page): Promise<void> {
  const error = page.locator("[data-part=error]").filter({ hasText: /./ });
  await expect(error).toBeVisible();
  const colours = await error.evaluate((element) =>
    [element, element.closest("[data-auth-ui]") ?? element].map((each) => getComputedStyle(each).color),
  );
  expect(new Set(colours).size).toBe(2);
  await keepPicture(page, `fresh-apps/error-${new URL(page.url()).port}`, false);
}

/** A refusal that the test asks for. */
const ASKED_FOR = /^Failed to load resource: the server responded with a status of 40[14]/;

function noteFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !ASKED_FOR.test(message.text())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  return faults;
}

/** The page's token opens an API on Node, which the service's output makes too. */
async function expectApiKnows(page: Page, project: string, address: string): Promise<void> {
  const folder = makeAppFolder();
  const port = await findFreePort();
  await follow(project, "node", folder, new URL(page.url()).origin);
  const api = `http://localhost:${port}`;
  const stop = await serve(folder, ["--env-file=.env", "server.js"], api, { PORT: String(port) });
  try {
    // As text, since the import map of the page resolves the names.
    const answer = await page.evaluate(`(async () => {
      const { createServiceAuth } = await import("@coppice/auth");
      const { projectId, publicKey, apiOrigin } = await import("/config.js");
      const { token } = await createServiceAuth({ projectId, publicKey, apiOrigin }).getToken();
      const response = await fetch("${api}", { headers: { authorization: "Bearer " + token } });
      return response.json();
    })()`);
    expect(answer).toMatchObject({ email: address });
    expect((await fetch(api)).status).toBe(401);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [framework, { files, start, path }] of Object.entries(APPS)) {
  test(`a fresh ${framework} app signs its users up and in by the code that the service prints, in colours of its own`, async ({
    page,
  }) => {
    const faults = noteFaults(page);
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const project = await createProject();
    const folder = makeAppFolder(files);
    await follow(project, framework, folder, origin);
    const stop = await start(folder, port);
    try {
      await page.goto(origin + path);
      await expectColours(page, framework);
      const address = await signUp(page);
      await expect(page.getByText(`You are ${address}`)).toBeVisible();
      await signOut(page);
      await signIn(page, address, "wrong password");
      await expectErrorColour(page);
      await signIn(page, address, PASSWORD);
      await expect(page.getByText(`You are ${address}`)).toBeVisible();
      expect(faults).toEqual([]);
      if (framework === "html") await expectApiKnows(page, project, address);
    } finally {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

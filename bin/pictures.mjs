#!/usr/bin/env node
// npm run pictures: takes the pictures of the start page and the README, public/pictures, of a service with demo data.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { pinnedNode, root, setupFolder } from "./paths.mjs";
import { withService } from "./test/service.mjs";
import { makeTemporaryFolder } from "./test/temporary-folder.mjs";

const FOLDER = join(root, "public", "pictures");
const WINDOW = { width: 1280, height: 800 };
const LARGEST_BYTES = 120_000;
const QUALITIES = [85, 80, 75, 70, 60, 50, 40];
const APP = { name: "Harbour Books", accentColor: "#1d5f8a" };
const QUERY = `SELECT customers.name, customers.country, count(*) AS orders, max(orders.placed_at)::date AS latest
FROM orders JOIN customers ON customers.id = orders.customer_id
WHERE orders.status = 'sent'
GROUP BY customers.id
ORDER BY orders DESC, name
LIMIT 25`;

/** The steps on each page until it is as its picture shows it. */
const PICTURES = {
  databases: async (page, { home }) => {
    await page.goto(home);
    await page.getByRole("link", { name: "shop", exact: true }).waitFor();
  },
  overview: async (page, { database }) => {
    await page.goto(database);
    await page.getByRole("img", { name: /^Waiting for locks/ }).waitFor();
  },
  sql: async (page, { database }) => {
    await page.goto(`${database}/sql`);
    const editor = page.getByRole("textbox", { name: "SQL" });
    await editor.fill(QUERY);
    await editor.press("ControlOrMeta+Enter");
    await page.getByRole("grid").getByText("latest").first().waitFor();
  },
  tables: async (page, { database }) => {
    await page.goto(`${database}/tables/rows?schema=public&table=customers`);
    await page.getByRole("grid").getByText("@mail.example").first().waitFor();
  },
  "sign-in": async (page, { signIn }) => {
    await page.goto(signIn);
    await page.getByRole("heading", { level: 1 }).waitFor();
  },
};

async function takePictures(variables) {
  const places = await makeDemo(variables);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const browser = await chromium.launch({ executablePath: readFileSync(join(setupFolder, "chromium"), "utf8") });
  try {
    const storageState = await signIn(browser, variables.COPPICE_URL, places.owner);
    for (const colorScheme of ["light", "dark"]) {
      const looks = { colorScheme, viewport: WINDOW, reducedMotion: "reduce", locale: "en-GB" };
      for (const [name, prepare] of Object.entries(PICTURES)) {
        const isPublic = name === "sign-in";
        const state = isPublic ? {} : { storageState };
        const context = await browser.newContext({ baseURL: variables.COPPICE_URL, ...looks, ...state });
        const page = await context.newPage();
        page.setDefaultTimeout(120_000);
        await prepare(page, places);
        await page.waitForLoadState("networkidle");
        const bytes = await capture(page, join(FOLDER, `${name}-${colorScheme}.webp`));
        process.stdout.write(`${name}-${colorScheme}.webp: ${Math.round(bytes / 1_000)} kB\n`);
        await context.close();
      }
    }
  } finally {
    await browser.close();
  }
  return true;
}

/**
 * Makes the demo organisation and the sign-in of its app, and returns where the pages are and the members who may see
 * them.
 */
async function makeDemo(variables) {
  const demo = await coppice(variables, "demo", "seed");
  const { items } = await coppice(variables, "db", "list");
  const shop = items.find(({ name }) => name === "shop");
  const app = await coppice(variables, "project", "create", demo.organisationId, APP.name);
  await coppice(variables, "project", "set", app.id, `brand.accentColor=${APP.accentColor}`);
  const home = `/dashboard/${demo.organisationId}`;
  return {
    home,
    database: `${home}/databases/${shop.id}`,
    signIn: `/auth/${app.id}/sign-in`,
    owner: { email: demo.ownerEmail, password: demo.ownerPassword },
  };
}

async function coppice(variables, ...args) {
  const program = join(root, "bin", "coppice.mjs");
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)(pinnedNode(), [program, ...args, "--json"], { env });
  return JSON.parse(stdout);
}

async function signIn(browser, baseURL, { email, password }) {
  const context = await browser.newContext({ baseURL, locale: "en-GB" });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto("/dashboard");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/org_/);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Writes the best picture at twice the size of the window that is small enough. Playwright itself knows no WebP. */
async function capture(page, file) {
  const session = await page.context().newCDPSession(page);
  const clip = { x: 0, y: 0, ...WINDOW, scale: 2 };
  for (const quality of QUALITIES) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality, clip });
    const picture = Buffer.from(data, "base64");
    if (picture.length > LARGEST_BYTES) continue;
    writeFileSync(file, picture);
    return picture.length;
  }
  throw new Error(`${file} is larger than ${LARGEST_BYTES} bytes.`);
}

process.env.TMPDIR = makeTemporaryFolder();
try {
  // Mails stay in the inbox: nothing takes them here.
  process.exitCode = (await withService(takePictures, { SMTP_URL: undefined })) ? 0 : 1;
} finally {
  rmSync(process.env.TMPDIR, { recursive: true, force: true });
}

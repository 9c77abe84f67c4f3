import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { commandLineAt } from "../command-line";
import { expectGoodLooks, SIZES } from "../looks";
import { startOwnService } from "../own-service";
import { startCommands } from "../start-commands";
import { test as base, type Make } from "../worker-test";
import { chooser, rowOf, serveUploadApp, signUpToUpload, type UploadApp } from "./upload-app";

const PART_BYTES = 8 * 1024 ** 2;
const LARGE = randomBytes(20 * 1024 ** 2);
const LARGE_HASH = createHash("sha256").update(LARGE).digest("hex");

/** On a service of its own, of which a test kills a process. */
const uploadApp: Make<UploadApp> = async (worker) => {
  const variables = await startOwnService(worker);
  const commands = await startCommands({ ...process.env, ...variables });
  worker.onEnd(() => commands.stop());
  const app = await serveUploadApp(variables, commandLineAt(commands.socket));
  worker.onEnd(() => app.stop());
  return app;
};

const test = base.extend<{ largeFile: string; app: UploadApp }>({
  app: [async ({ once }, use) => use(await once(uploadApp)), { timeout: 300_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures it depends on
  largeFile: async ({}, use, { testId }) => {
    const file = join(mkdtempSync(join(tmpdir(), "uploads-")), `large-${testId}.bin`);
    writeFileSync(file, LARGE);
    await use(file);
  },
});

// One worker runs all of them, since every worker would build an app of its own.
test.describe.configure({ mode: "default" });

const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1);

/** Lets the first part of an upload through, and holds later parts until `release` is called. */
async function holdAfterFirstPart(page: Page): Promise<{ held: Promise<void>; release: () => Promise<void> }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached = () => {};
  const held = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await page.route(/\/uploads\/upl_/, async (route, request) => {
    if (request.method() === "PATCH" && Number(request.headers()["upload-offset"]) >= PART_BYTES) {
      reached();
      await released;
    }
    await route.continue().catch(() => undefined);
  });
  return { held, release: async () => release() };
}

/** The offsets at which parts began. */
function noteOffsets(page: Page): number[] {
  const offsets: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") offsets.push(Number(request.headers()["upload-offset"]));
  });
  return offsets;
}

/** Drops files of this page's making. */
async function drop(page: Page, names: string[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const name of all) transfer.items.add(new File(["hello"], name, { type: "text/plain" }));
    return transfer;
  }, names);
  const target = page.locator("[data-storage-ui] [data-part=target]");
  await target.dispatchEvent("dragover", { dataTransfer });
  await expect(target).toHaveAttribute("data-over", "");
  await target.dispatchEvent("drop", { dataTransfer });
  await expect(target).not.toHaveAttribute("data-over", "");
}

test("dropped and chosen files are stored in the user's folder, by pointer and by keyboard", async ({ page, app }) => {
  // Set up long before the picker is opened, since the browser is told of it beside other work.
  const byKeyboard = { name: "by keyboard.txt", mimeType: "text/plain", buffer: Buffer.from("hi") };
  page.on("filechooser", (picker) => picker.setFiles(byKeyboard));
  await signUpToUpload(page, app);
  await drop(page, ["dropped.txt", "dropped too.txt"]);
  await chooser(page).setInputFiles({ name: "chosen.txt", mimeType: "text/plain", buffer: Buffer.from("hi") });
  for (const name of ["dropped.txt", "dropped too.txt", "chosen.txt"]) {
    await expect(rowOf(page, name).getByRole("status")).toHaveText(`${name}: Uploaded`);
  }
  const objects = await app.objects();
  expect(objects["dropped.txt"]).toMatchObject({ size: 5, contentType: "text/plain" });
  expect(objects["chosen.txt"]).toMatchObject({ key: expect.stringMatching(/^users\/\w+\/chosen\.txt$/), size: 2 });
  await chooser(page).focus();
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "by keyboard.txt").getByRole("status")).toHaveText("by keyboard.txt: Uploaded");
  await page.getByRole("button", { name: "Remove dropped.txt from the list" }).click();
  await expect(rowOf(page, "dropped.txt")).toHaveCount(0);
});

test("a large file shows how far it is, and is given up when it is cancelled", async ({ page, app, largeFile }) => {
  await signUpToUpload(page, app);
  const name = nameOf(largeFile);
  const { held, release } = await holdAfterFirstPart(page);
  await chooser(page).setInputFiles(largeFile);
  await held;
  const progress = page.getByRole("progressbar", { name: `Upload of ${name}` });
  await expect.poll(() => progress.getAttribute("value").then(Number)).toBeGreaterThanOrEqual(0.4);
  await expect(rowOf(page, name)).toContainText(/20 MB · \d+%/);
  const given = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: `Cancel ${name}` }).click();
  await release();
  expect((await given).status()).toBe(204);
  await expect(rowOf(page, name).getByRole("status")).toHaveText(`${name}: Cancelled`);
  expect(await app.objects()).not.toHaveProperty(name);
  await page.unroute(/\/uploads\/upl_/);
  await page.getByRole("button", { name: `Try again with ${name}` }).click();
  await expect(rowOf(page, name).getByRole("status")).toHaveText(`${name}: Uploaded`);
  expect((await app.objects())[name]).toMatchObject({ sha256: LARGE_HASH });
});

test("a file that the policy refuses says why, and goes through once it is allowed", async ({ page, app }) => {
  await signUpToUpload(page, app);
  const allow = ["read", "list", "create", "overwrite", "delete"];
  await app.setPolicy([{ prefix: "users/", allow: ["read"], to: "signed-in" }]);
  const file = { name: "refused.txt", mimeType: "text/plain", buffer: Buffer.from("hi") };
  await chooser(page).setInputFiles(file);
  const outcome = rowOf(page, "refused.txt").getByRole("status");
  await expect(outcome).toHaveText("refused.txt: The bucket's policy doesn't allow this (rule 0).");
  await app.setPolicy([{ prefix: "users/{sub}/", allow, to: "signed-in" }]);
  await page.getByRole("button", { name: "Try again with refused.txt" }).click();
  await expect(outcome).toHaveText("refused.txt: Uploaded");
});

test("an upload goes on where it was after the page was opened again, and after the connection came back", async ({
  page,
  app,
  largeFile,
}) => {
  await signUpToUpload(page, app);
  const name = nameOf(largeFile);
  const { held } = await holdAfterFirstPart(page);
  await chooser(page).setInputFiles(largeFile);
  await held;
  await page.reload();
  const offsets = noteOffsets(page);
  const second = await holdAfterFirstPart(page);
  await chooser(page).setInputFiles(largeFile);
  await second.held;
  await page.context().setOffline(true);
  await second.release();
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.context().setOffline(false);
  await expect(rowOf(page, name).getByRole("status")).toHaveText(`${name}: Uploaded`);
  expect(Math.min(...offsets)).toBeGreaterThanOrEqual(PART_BYTES);
  expect((await app.objects())[name]).toMatchObject({ sha256: LARGE_HASH });
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("coppice-upload"))),
  ).toEqual([]);
});

test("an upload goes on after the content process was killed in its midst", async ({ page, app, largeFile }) => {
  await signUpToUpload(page, app);
  const name = nameOf(largeFile);
  const offsets = noteOffsets(page);
  const { held, release } = await holdAfterFirstPart(page);
  await chooser(page).setInputFiles(largeFile);
  await held;
  app.killContent();
  await release();
  await expect(rowOf(page, name).getByRole("status")).toHaveText(`${name}: Uploaded`);
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  expect((await app.objects())[name]).toMatchObject({ sha256: LARGE_HASH });
});

test("it looks right in light and dark, on a phone and a desktop, and is accessible", async ({ page, app }) => {
  await signUpToUpload(page, app);
  await app.setPolicy([
    { prefix: "users/{sub}/", allow: ["create", "overwrite"], to: "signed-in", maxBytes: 5 },
    { prefix: "", allow: [], to: "anyone" },
  ]);
  await drop(page, [
    "Annual report, with a name that is much longer than the row of a phone has room for.txt",
    "b.txt",
  ]);
  await chooser(page).setInputFiles({ name: "too large.txt", mimeType: "text/plain", buffer: Buffer.from("123456") });
  await expect(rowOf(page, "too large.txt").getByRole("status")).toHaveText(
    "too large.txt: Objects here can have at most 5 bytes.",
  );
  await page.route(/\/objects\/.*waiting/, () => new Promise(() => {}));
  await drop(page, ["waiting 1.txt", "waiting 2.txt", "waiting 3.txt", "waiting 4.txt"]);
  await expect(rowOf(page, "waiting 4.txt")).toContainText("Waiting");
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await expectGoodLooks(page, `uploads/${size}`, { within: "[data-storage-ui]" });
  }
});

import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { openForKeys } from "../by-keys";
import { coppice } from "../command-line";
import { expectGoodLooks, inEveryLook } from "../looks";
import { expect, HOME, signIn, ownerTest as test } from "../page-test";

test.use({ asksContentSite: true, refusals: /with a status of 41[25]/ });

const main = (page: Page) => page.getByRole("main");
const objects = (page: Page) => main(page).getByRole("table", { name: "Objects" });
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
  "base64",
);

interface Made {
  projectId: string;
  name: string;
  /** The address of the project's storage, and of its bucket. */
  home: string;
  address: string;
}

/** A project with a bucket that has these objects, by the command line. */
async function makeBucket(files: Readonly<Record<string, string | Buffer>> = {}, ...options: string[]): Promise<Made> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id: projectId } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  const name = `files-${randomUUID().slice(0, 8)}`;
  const { id } = await coppice("bucket", "create", name, "--project", projectId, ...options);
  const folder = await mkdtemp(join(tmpdir(), "objects-"));
  for (const [key, content] of Object.entries(files)) {
    const file = join(folder, key.replaceAll("/", "-"));
    await writeFile(file, content);
    const type = key.endsWith(".png") ? "image/png" : "text/plain";
    await coppice("object", "put", name, key, file, "--project", projectId, "--type", type);
  }
  const home = `${HOME}/projects/${projectId}/storage`;
  return { projectId, name, home, address: `${home}/${id}` };
}

interface DroppedFile {
  name: string;
  type: string;
  text: string;
}

async function drop(page: Page, files: readonly DroppedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, type, text } of given) data.items.add(new File([text], name, { type }));
    return data;
  }, files);
  const area = main(page).getByRole("region", { name: "Objects", exact: true });
  await area.dispatchEvent("dragover", { dataTransfer: transfer });
  await area.dispatchEvent("drop", { dataTransfer: transfer });
}

const hydrated = (page: Page) =>
  expect(main(page).getByRole("button", { name: "Upload files" })).not.toHaveAttribute("aria-disabled", "true");

test("a bucket is created, changed, and deleted once it is empty", async ({ page }) => {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const { id } = await coppice("project", "create", organisation, `Shop ${randomUUID().slice(0, 8)}`);
  await openForKeys(page, `${HOME}/projects/${id}`);
  await page.getByRole("navigation", { name: "Project" }).getByRole("link", { name: "Storage" }).click();
  await expect(main(page).getByRole("heading", { name: "No buckets yet" })).toBeVisible();
  await expect(main(page).getByRole("region", { name: "Storage used" })).toContainText(/0 bytes of \d+ GB used/);
  await main(page).getByRole("button", { name: "Create bucket" }).click();
  const create = page.getByRole("dialog", { name: "Create bucket" });
  await create.getByLabel("Name").fill("Not a name");
  await create.getByRole("button", { name: "Create" }).click();
  await expect(create.getByRole("alert")).toContainText("A name has 3 to 63 characters");
  await expect(create.getByLabel("Name")).toHaveAccessibleDescription(/A name has 3 to 63 characters/);
  await expect(create.getByLabel("Name")).toBeFocused();
  await create.getByLabel("Name").fill("avatars");
  await create.getByLabel("Largest object (MB)").fill("0.5");
  await create.getByLabel("Allowed types").fill("image/*, text/plain");
  await create.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("heading", { level: 1, name: "avatars" })).toBeVisible();
  await expect(main(page).getByRole("heading", { name: "No objects here yet" })).toBeVisible();
  await drop(page, [{ name: "notes.txt", type: "text/plain", text: "kept" }]);
  await expect(objects(page).getByRole("link", { name: "notes.txt" })).toBeVisible();

  await main(page).getByRole("link", { name: "Storage", exact: true }).click();
  const row = main(page).getByRole("table", { name: "Buckets" }).getByRole("row").filter({ hasText: "avatars" });
  await expect(row).toContainText("image/*, text/plain, up to 512 kB");
  const choose = async (action: string) => {
    await row.getByRole("button", { name: "Actions for avatars" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Edit");
  const edit = page.getByRole("dialog", { name: "Edit bucket" });
  await edit.getByRole("checkbox", { name: "Public" }).check();
  await edit.getByLabel("Pictures").selectOption("any");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Public");
  expect(await coppice("bucket", "show", "avatars", "--project", id)).toMatchObject({ transforms: "any" });
  await choose("Delete");
  const remove = page.getByRole("dialog", { name: "Delete bucket" });
  await remove.getByRole("button", { name: "Delete" }).click();
  await expect(remove.getByRole("alert")).toHaveText("The bucket has objects. Delete them first.");
  await coppice("object", "delete", "avatars", "notes.txt", "--project", id);
  await remove.getByRole("button", { name: "Delete" }).click();
  await expect(main(page).getByRole("heading", { name: "No buckets yet" })).toBeVisible();
});

test("files are dropped, refused with the reason, tried again, and replace the objects with their keys", async ({
  page,
}) => {
  const { projectId, name, address } = await makeBucket({ "kept.txt": "old" }, "--types", "text/plain");
  await page.goto(address);
  await hydrated(page);
  const files = [
    { name: "kept.txt", type: "text/plain", text: "new" },
    { name: "list.txt", type: "text/plain", text: "a\nb\n" },
    { name: "page.html", type: "text/html", text: "<p>" },
  ];
  await drop(page, files);
  const uploads = main(page).getByRole("region", { name: "Uploads" });
  const upload = (file: string) => uploads.getByRole("listitem").filter({ hasText: file });
  await expect(upload("list.txt")).toContainText("uploaded");
  await expect(upload("page.html").getByRole("alert")).toContainText("The bucket takes text/plain");
  await expect(upload("kept.txt").getByRole("alert")).toHaveText("The key has another object already.");
  await upload("kept.txt").getByRole("button", { name: "Replace: kept.txt" }).click();
  await expect(upload("kept.txt")).toContainText("uploaded");
  await expect(objects(page).getByRole("link")).toHaveText(["kept.txt", "list.txt"]);
  const { items } = await coppice("object", "list", name, "--project", projectId);
  expect(items[0]).toMatchObject({ key: "kept.txt", size: 3 });
  await uploads.getByRole("button", { name: "Clear" }).click();
  await expect(uploads).toHaveCount(0);
});

test("an upload is cancelled, which gives its room back, and sent again in a folder", async ({ page }) => {
  const { address } = await makeBucket({ "2026/list.txt": "a" });
  await page.goto(`${address}?folder=2026/`);
  await hydrated(page);
  // The bytes wait until the upload is cancelled.
  let isHeld = true;
  await page.route(/\/uploads\/upl_/, (route) =>
    isHeld && route.request().method() === "PATCH" ? undefined : route.continue(),
  );
  const sending = page.waitForRequest((request) => request.method() === "PATCH");
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "talk.bin", mimeType: "", buffer: Buffer.alloc(3_000_000, 1) });
  const upload = main(page).getByRole("listitem").filter({ hasText: "talk.bin" });
  await sending;
  await upload.getByRole("button", { name: "Cancel talk.bin" }).click();
  await expect(upload).toContainText("Cancelled");
  const used = main(page).getByRole("region", { name: "Storage used" });
  await expect
    .poll(async () => {
      await page.reload();
      return used.textContent();
    })
    .not.toContain("reserved");
  isHeld = false;
  await hydrated(page);
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "talk.bin", mimeType: "", buffer: Buffer.alloc(3_000_000, 1) });
  await expect(upload).toContainText("uploaded");
  await expect(objects(page).getByRole("row").filter({ hasText: "talk.bin" })).toContainText("2.9 MB");
  await main(page).getByRole("navigation", { name: "Folders" }).getByRole("link").click();
  await expect(objects(page).getByRole("link")).toHaveText(["2026/"]);
});

test("an upload that is cancelled while room is taken for it gives that room back", async ({ page }) => {
  const { address } = await makeBucket();
  await page.goto(address);
  await hydrated(page);
  const cancelled = Promise.withResolvers<void>();
  await page.route(`**/uploads`, async (route) => {
    const response = await route.fetch();
    await cancelled.promise;
    // A page that gave up the request has no use for its answer.
    await route.fulfill({ response }).catch(() => undefined);
  });
  const givenUp = page.waitForRequest((request) => request.method() === "DELETE");
  await page
    .getByLabel("Files to upload")
    .setInputFiles({ name: "talk.bin", mimeType: "", buffer: Buffer.alloc(3_000_000, 1) });
  const upload = main(page).getByRole("listitem").filter({ hasText: "talk.bin" });
  await upload.getByRole("button", { name: "Cancel talk.bin" }).click();
  await expect(upload).toContainText("Cancelled");
  cancelled.resolve();
  expect((await (await givenUp).response())?.status()).toBe(204);
  await page.reload();
  await expect(main(page).getByRole("region", { name: "Storage used" })).not.toContainText("reserved");
});

test("an object is looked at, linked to, downloaded, moved, copied and deleted", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { address, name } = await makeBucket({ "ada.png": PNG, "notes/march.txt": "Hello, March." }, "--public");
  await page.goto(address);
  await objects(page).getByRole("link", { name: "ada.png" }).click();
  const panel = page.getByRole("dialog", { name: "ada.png" });
  const picture = panel.getByRole("img", { name: "Preview of ada.png" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expect(panel.getByRole("region", { name: "Public address" })).toHaveText(
    `${process.env.COPPICE_URL}/api/v1/storage/${name}/ada.png`,
  );
  const downloading = page.waitForEvent("download");
  await panel.getByRole("link", { name: "Download" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("ada.png");
  expect(await readFile(await download.path())).toEqual(PNG);
  await panel.getByRole("button", { name: "Copy", exact: true }).click();
  const copy = page.getByRole("dialog", { name: "Copy object" });
  await copy.getByLabel("New key").fill("notes/march.txt");
  await copy.getByRole("button", { name: "Copy" }).click();
  await expect(copy.getByRole("alert")).toHaveText("The key has another object already.");
  await copy.getByLabel("New key").fill("pictures//ada.png");
  await copy.getByRole("button", { name: "Copy" }).click();
  await expect(copy.getByRole("alert")).toContainText("A key can't");
  await copy.getByLabel("New key").fill("copies/ada.png");
  await copy.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByText("Copied ada.png to copies/ada.png.")).toBeVisible();
  await panel.getByRole("button", { name: "Move or rename" }).click();
  const move = page.getByRole("dialog", { name: "Move or rename" });
  await move.getByLabel("New key").fill("pictures/grace.png");
  await move.getByRole("button", { name: "Move" }).click();
  const moved = page.getByRole("dialog", { name: "grace.png" });
  await expect(moved).toContainText("pictures/grace.png");
  await moved.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog", { name: "Delete object" }).getByRole("button", { name: "Delete" }).click();
  await expect(moved).toBeHidden();
  await expect(objects(page).getByRole("link")).toHaveText(["copies/", "notes/"]);

  await page.goto(`${address}?folder=notes/&object=notes/march.txt`);
  const text = page.getByRole("dialog", { name: "march.txt" });
  await expect(text.getByRole("region", { name: "Preview of march.txt" })).toHaveText("Hello, March.");
  await text.getByLabel("Expires after").selectOption("5 minutes");
  await text.getByRole("button", { name: "Copy link" }).click();
  const link = (await text.getByRole("region", { name: "Link", exact: true }).textContent()) ?? "";
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const seconds = Number(new URL(link).searchParams.get("e")) - Date.now() / 1_000;
  expect(seconds).toBeLessThanOrEqual(300);
  const opened = await context.newPage();
  await opened.goto(link);
  await expect(opened.locator("pre")).toHaveText("Hello, March.");
  await text.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(copy).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(copy).toBeHidden();
  await expect(text).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(text).toBeHidden();
  await expect(page).toHaveURL(`${address}?folder=notes%2F`);
});

test("several objects are deleted, and a folder with all below it", async ({ page }) => {
  const { address } = await makeBucket({
    "a.txt": "a",
    "b.txt": "b",
    "c.txt": "c",
    "old/d.txt": "d",
    "old/e/f.txt": "f",
  });
  await page.goto(address);
  await main(page).getByRole("searchbox", { name: "Find objects" }).fill("b");
  await expect(objects(page).getByRole("link")).toHaveText(["b.txt"]);
  await main(page).getByRole("searchbox", { name: "Find objects" }).fill("");
  await expect(objects(page).getByRole("link")).toHaveCount(4);
  for (const name of ["a.txt", "c.txt"])
    await objects(page)
      .getByRole("checkbox", { name: `Select ${name}` })
      .check();
  await expect(main(page).getByRole("status").filter({ hasText: "2 objects selected" })).toBeVisible();
  await main(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete 2 objects" }).getByRole("button", { name: "Delete" }).click();
  await expect(objects(page).getByRole("link")).toHaveText(["old/", "b.txt"]);
  await objects(page).getByRole("button", { name: "Actions for old/" }).click();
  await page.getByRole("menuitem", { name: "Delete folder" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete folder" });
  await expect(dialog).toContainText("2 objects below old/, together 2 bytes");
  await dialog.getByLabel("Type old/ to confirm").fill("old/");
  await dialog.getByRole("button", { name: "Delete folder" }).click();
  await expect(page.getByText("Deleted old/ with 2 objects.")).toBeVisible();
  await expect(objects(page).getByRole("link")).toHaveText(["b.txt"]);
});

test("a policy is edited rule by rule, refused beside the rule, and explained", async ({ page }) => {
  const { projectId, address } = await makeBucket();
  const user = await coppice("user", "create", "ada@example.com", "--project", projectId);
  await page.goto(address);
  await main(page).getByRole("link", { name: "Policy" }).click();
  await expect(main(page).getByText("No rules yet.")).toBeVisible();
  const form = main(page).getByRole("form", { name: "Policy" });
  await expect(form.getByRole("button", { name: "Save policy" })).not.toHaveAttribute("aria-disabled", "true");
  await form.getByRole("button", { name: "Add rule" }).click();
  await form.getByLabel("Prefix of rule 0").fill("/users");
  await form.getByRole("button", { name: "Save policy" }).click();
  await expect(form.getByRole("alert")).toContainText("Correct the marked rules.");
  await expect(form.getByLabel("Prefix of rule 0")).toHaveAccessibleDescription(/no slash at the beginning/);
  await form.getByLabel("Prefix of rule 0").fill("users/{sub}/");
  await form.getByRole("checkbox", { name: "Create, rule 0" }).check();
  await form.getByRole("button", { name: "Add rule" }).click();
  await form.getByLabel("Prefix of rule 1").fill("users/");
  await form.getByLabel("For of rule 1").selectOption("Anyone");
  await form.getByRole("checkbox", { name: "Read, rule 1" }).uncheck();
  await page.keyboard.press("ControlOrMeta+s");
  await expect(form.getByRole("status")).toHaveText("Saved.");

  const explain = main(page).getByRole("region", { name: "Explain" });
  await explain.getByLabel("Key").fill(`users/${user.id}/photo.png`);
  await explain.getByRole("button", { name: "Explain" }).click();
  await expect(explain.getByRole("status")).toHaveText(
    /^Refused.*Rule 1 doesn't allow read to anyone below "users\/"\.$/,
  );
  await explain.getByLabel("By").selectOption("A user of the project");
  await explain.getByLabel("User").fill("nobody@example.com");
  await explain.getByRole("button", { name: "Explain" }).click();
  await expect(explain.getByRole("alert")).toHaveText("User not found.");
  await explain.getByLabel("User").fill("ada@example.com");
  await explain.getByRole("button", { name: "Explain" }).click();
  await expect(explain.getByRole("status")).toHaveText(/^Allowed.*Rule 0 allows read to signed-in/);
  await explain.getByLabel("By").selectOption("Someone with these claims");
  await explain.getByLabel("Claims").fill("[]");
  await explain.getByRole("button", { name: "Explain" }).click();
  await expect(explain.getByRole("alert")).toContainText("Claims must be a JSON object");

  await form.getByRole("button", { name: "Move rule 1 up" }).click();
  await form.getByRole("button", { name: "Save policy" }).click();
  await expect(form.getByRole("status")).toHaveText("Saved.");
  await explain.getByLabel("Claims").fill(JSON.stringify({ sub: user.id }));
  await explain.getByRole("button", { name: "Explain" }).click();
  await expect(explain.getByRole("status")).toHaveText(/^Refused.*Rule 0 doesn't allow read to anyone/);
  await form.getByRole("button", { name: "Delete rule 0" }).click();
  await expect(explain.getByText("The saved policy answers.")).toBeVisible();
  await form.getByRole("button", { name: "Discard" }).click();
  await expect(form.getByRole("listitem")).toHaveCount(2);
});

test("a viewer reads all of it, and changes nothing", async ({ page }) => {
  const { home, address } = await makeBucket({ "a.txt": "Seen.", "old/b.txt": "b" });
  const email = `${randomUUID()}@viewer.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const options = ["--role", "viewer", "--generate-password"];
  const { password } = await coppice("member", "add", organisation, email, ...options);
  await page.context().clearCookies();
  await signIn(page, { email, password }, home);
  const reason = "Developers, admins and owners can change storage.";
  await expect(main(page).getByText(reason)).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Create bucket" })).toHaveCount(0);
  await main(page).getByRole("table", { name: "Buckets" }).getByRole("link").click();
  await expect(main(page).getByText(reason)).toBeVisible();
  await expect(main(page).getByRole("button", { name: "Upload files" })).toBeDisabled();
  await expect(objects(page).getByRole("checkbox")).toHaveCount(0);
  await objects(page).getByRole("link", { name: "a.txt" }).click();
  const panel = page.getByRole("dialog", { name: "a.txt" });
  await expect(panel.getByRole("region", { name: "Preview of a.txt" })).toHaveText("Seen.");
  await expect(panel.getByRole("button", { name: /Delete|Move|^Copy$/ })).toHaveCount(0);
  await page.goto(`${address}/policy`);
  await expect(main(page).getByRole("button", { name: "Save policy" })).toHaveCount(0);
  await expect(main(page).getByRole("button", { name: "Explain" })).toBeVisible();
  const data = { key: "x", size: 1 };
  const refused = await page.request.post(`${address}/uploads`, {
    data,
    headers: { origin: process.env.COPPICE_URL ?? "" },
  });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, "missing_permission"]);
});

test("the palette creates a bucket, and uploads to the shown one", async ({ page }) => {
  const { address } = await makeBucket();
  await openForKeys(page, address);
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search" }).fill("upload files");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("option", { name: "Upload files", exact: true }).click();
  await (await choosing).setFiles({ name: "chosen.txt", mimeType: "text/plain", buffer: Buffer.from("c") });
  await expect(objects(page).getByRole("link", { name: "chosen.txt" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByRole("combobox", { name: "Search" }).fill("create bucket");
  await page.getByRole("option", { name: "Create bucket" }).click();
  await expect(page.getByRole("dialog", { name: "Create bucket" })).toBeVisible();
});

inEveryLook((look) => {
  test("storage is accessible and fits the screen", async ({ page }) => {
    const files = {
      "ada.png": PNG,
      "a long name of a file that somebody has written down.txt": "x",
      "2026/a.txt": "a",
    };
    const { home, address, name, projectId } = await makeBucket(files, "--public");
    const { home: empty } = await makeBucket();
    const policy = join(await mkdtemp(join(tmpdir(), "policy-")), "policy.json");
    const rules = [{ prefix: "users/{sub}/", allow: ["read", "create"], to: "signed-in", maxBytes: 1_048_576 }];
    await writeFile(policy, JSON.stringify([...rules, { prefix: "", allow: ["list"], to: "claim:role=editor" }]));
    await coppice("bucket", "set", name, "--project", projectId, "--policy", policy);
    const places = {
      list: home,
      one: address,
      empty: `${address}?folder=none/`,
      policy: `${address}/policy`,
      home: empty,
    };
    for (const [place, at] of Object.entries(places)) {
      await page.goto(at);
      await expect(main(page).getByRole("heading", { level: 1 })).toBeVisible();
      await expectGoodLooks(page, `storage-${place}-${look}`);
    }
    await main(page).getByRole("button", { name: "Create bucket" }).click();
    const create = page.getByRole("dialog", { name: "Create bucket" });
    await expect(create.getByLabel("Name")).toBeFocused();
    await create.getByLabel("Name").fill("Not a name");
    await create.getByLabel("Cache time").fill("long");
    await create.getByRole("button", { name: "Create" }).click();
    await expect(create.getByRole("alert")).toHaveCount(2);
    await expectGoodLooks(page, `storage-create-${look}`);
    await page.goto(home);
    await main(page)
      .getByRole("button", { name: `Actions for ${name}` })
      .click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue(name);
    await expectGoodLooks(page, `storage-edit-${look}`);
    await page.goto(`${address}?object=ada.png`);
    await expect(page.getByRole("img", { name: "Preview of ada.png" })).toBeVisible();
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(page.getByRole("region", { name: "Link", exact: true })).toBeVisible();
    await expectGoodLooks(page, `storage-object-${look}`);
  });
});

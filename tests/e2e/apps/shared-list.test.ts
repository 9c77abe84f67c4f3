import { randomUUID } from "node:crypto";
import { expect, type Page, type WebSocketRoute } from "@playwright/test";
import { expectAccessible, press, state } from "../components/app-test";
import { test as base, type Make } from "../worker-test";
import { type SharedListApp, serveSharedList } from "./shared-list-app";

const sharedList: Make<SharedListApp> = async ({ onEnd }) => {
  const app = await serveSharedList();
  onEnd(() => app.stop());
  return app;
};

const test = base.extend<{ app: SharedListApp }>({
  app: [async ({ once }, use) => use(await once(sharedList)), { timeout: 300_000 }],
});

// One worker runs all of them, since every worker would build an app of its own.
test.describe.configure({ mode: "default" });

const items = (page: Page) => page.getByRole("list", { name: "Items" }).getByRole("listitem");
const members = (page: Page) => page.getByRole("list", { name: "Who is there" }).getByRole("listitem");

async function add(page: Page, item: string): Promise<void> {
  await page.getByLabel("New item").fill(item);
  await press(page, "Add");
}

/** Stands between a page and the service: `cut` ends its connections until `mend`. */
async function between(page: Page) {
  const open = new Set<WebSocketRoute>();
  let isCut = false;
  const end = (socket: WebSocketRoute) => socket.close({ code: 3000 });
  await page.routeWebSocket(/\/v1\/realtime$/, (socket) => {
    if (isCut) return void end(socket);
    open.add(socket);
    socket.connectToServer();
  });
  return {
    async cut() {
      isCut = true;
      for (const socket of open) await end(socket);
      open.clear();
    },
    mend() {
      isCut = false;
    },
  };
}

test("three browsers share a list and their pointers, also after one of them was cut off", async ({ browser, app }) => {
  const room = `${app.origin}/?topic=room:${randomUUID()}`;
  const pages: Page[] = [];
  for (const name of ["Ada", "Grace", "Mary"]) {
    const page = await (await browser.newContext()).newPage();
    pages.push(page);
    if (name === "Mary") continue;
    await page.goto(`${room}&name=${name}`);
  }
  const [ada, grace, mary] = pages as [Page, Page, Page];
  const marysWay = await between(mary);
  await mary.goto(`${room}&name=Mary`);
  for (const page of pages) await expect(state(page)).toHaveText("live");
  for (const page of pages) await expect(members(page)).toHaveCount(3);
  await ada.mouse.move(120, 60);
  for (const page of pages) {
    const cursor = members(page).filter({ hasText: "Ada" }).locator("span");
    await expect(cursor).toHaveCSS("left", "120px");
  }

  await add(ada, "one");
  for (const page of pages) await expect(items(page)).toHaveText(["one"]);
  await marysWay.cut();
  await expect(state(mary)).toHaveText("offline");
  await expect(members(ada)).toHaveCount(2);
  await add(grace, "two");
  await add(ada, "three");
  await expect(items(grace)).toHaveText(["one", "two", "three"]);
  await expect(items(mary)).toHaveText(["one"]);
  marysWay.mend();
  for (const page of pages) await expect(items(page)).toHaveText(["one", "two", "three"]);
  await expect(state(mary)).toHaveText("live");
  await expect(members(mary)).toHaveCount(3);
  await expect(mary.getByRole("alert")).toHaveCount(0);
  await expectAccessible(mary);
  await grace.close();
  for (const page of [ada, mary]) await expect(members(page)).toHaveCount(2);
});

test("a topic that the rules don't allow is refused with a sentence to show", async ({ page, app }) => {
  await page.goto(`${app.origin}/?topic=secret:1`);
  await expect(state(page)).toHaveText(/rule/);
});

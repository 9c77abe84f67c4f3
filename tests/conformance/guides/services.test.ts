import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { readPage, under } from "@/tests/support/guides/guide-blocks";
import { Reader } from "@/tests/support/guides/reader";
import { type Shop, startShop } from "@/tests/support/guides/shop";
import { query } from "@/tests/support/lanes";
import { RealtimeClient } from "@/tests/support/realtime-client";
import { expectPromised, routeOf } from "@/tests/support/route-promises";

/** The keys that the page leaves to its reader. */
const S3_KEYS = { COPPICE_S3_ACCESS_KEY_ID: "key-of-the-reader", COPPICE_S3_SECRET_ACCESS_KEY: "secret-of-the-reader" };

let shop: Shop;
let reader: Reader;

beforeAll(async () => {
  shop = await startShop();
  reader = shop.reader;
});

afterAll(() => shop?.close());

const ask: Shop["ask"] = (...asked) => shop.ask(...asked);
const typeEach: Shop["typeEach"] = (block) => shop.typeEach(block);

describe("docs/objects.md", () => {
  const blocks = readPage("objects");
  const [program] = under(blocks, "Uploads").filter(({ language }) => language === "ts");
  const storage = "/storage/buckets";
  const objects = `${storage}/avatars/objects`;

  it("First object, and its answer", async () => {
    const picture = sharp({ create: { width: 320, height: 320, channels: 3, background: "teal" } });
    await picture.png().toFile(join(reader.folder, "ada.png"));
    const [commands, answer] = under(blocks, "First object");
    const [, stored = ""] = await typeEach(commands);
    await reader.type("cmp ada.png copy.png");
    const route = routeOf("PUT", `/v1/projects/${shop.project.id}${objects}/ada.png`);
    if (!route || !answer) throw new Error("the page or the route is gone");
    for (const text of [stored, answer.text]) expectPromised(route, { status: 201, json: JSON.parse(text), text });
    expect(Object.keys(JSON.parse(answer.text))).toEqual(Object.keys(JSON.parse(stored)));
  });

  it("List a folder", async () => {
    await ask("PUT", `${objects}/users/ada/a.png`, "a");
    const [printed = ""] = await typeEach(under(blocks, "List a folder")[0]);
    expect(JSON.parse(printed)).toMatchObject({ prefixes: ["users/ada/"], nextCursor: null });
  });

  it("Links", async () => {
    await ask("POST", storage, { name: "invoices" });
    await ask("PUT", `${storage}/invoices/objects/2026/march.pdf`, "an invoice");
    const [printed = ""] = await typeEach(under(blocks, "Links")[0]);
    expect(await (await fetch(linkOf(printed))).text()).toBe("an invoice");
  });

  it("Pictures", async () => {
    const typeAt = async (url: string) => {
      const answer = await fetch(url);
      return answer.ok ? answer.headers.get("content-type") : answer.text();
    };
    const [image, commands] = under(blocks, "Pictures");
    const [, address = ""] = /src="(.+?)"/.exec(shop.here(image?.text)) ?? [];
    expect(await typeAt(address)).toMatch(/^image\//);
    const [changed = "", signed = ""] = await typeEach(commands);
    expect(JSON.parse(changed)).toMatchObject({ transforms: "any", presets: { card: { w: 400 } } });
    expect(await typeAt(linkOf(signed))).toMatch(/^image\//);
  });

  it("Policy", async () => {
    const [policy, explain] = under(blocks, "Policy");
    await ask("PATCH", `${storage}/avatars`, { policy: JSON.parse(policy?.text ?? "") });
    const [printed = ""] = await typeEach(explain);
    expect(JSON.parse(printed)).toMatchObject({ allowed: true, rule: 0 });
  });

  it("Uploads", async () => {
    await ask("POST", storage, { name: "videos" });
    const [begin] = under(blocks, "Uploads");
    const size = 9 * 1024 ** 2;
    const started = await reader.type(begin?.text.replace('"size":104857600', `"size":${size}`) ?? "");
    await reader.type("npm install tus-js-client");
    const own = `const { upload } = ${started}, file = Buffer.alloc(${size});
      const setProgress = () => {}, setObject = (object) => console.log(JSON.stringify(object));`;
    await reader.make("upload.mjs", `${own}\n${program?.text}`);
    expect(JSON.parse(await reader.type("node upload.mjs"))).toMatchObject({ key: "talk.mp4", size });
  });

  it("A store that speaks S3", async () => {
    const [settings] = under(blocks, "A store that speaks S3");
    const operator = await Reader.start(S3_KEYS, { LOG_LEVEL: "silent" });
    const printed = await operator.type(`${settings?.text}\nprintenv | grep ^COPPICE_S3_`);
    await operator.leave();
    const { s3 } = readEnvironment(
      Object.fromEntries(
        printed
          .trim()
          .split("\n")
          .map((line) => line.split("=")),
      ),
    );
    expect(s3).toMatchObject({ endpoint: "https://s3.example.com", region: "eu-central-1", bucket: "coppice-objects" });
  });
});

const linkOf = (printed: string): string => JSON.parse(printed).urls[0].url;

describe("docs/realtime.md", () => {
  const blocks = readPage("realtime");
  const socketUrl = () => `${shop.url.replace("http", "ws")}/v1/realtime`;

  beforeAll(() => reader.follow(under(blocks, "Topics")));

  async function enter(token?: string): Promise<RealtimeClient> {
    const client = await RealtimeClient.open(socketUrl());
    await client.ask(
      { type: "auth", projectId: shop.project.id, key: shop.project.publicKey, token },
      { type: "ready" },
    );
    return client;
  }

  it("a page hears the messages of its room", async () => {
    const [page] = under(blocks, "");
    const own = `const token = process.env.TOKEN;
      const show = (...shown) => { console.log(JSON.stringify(shown)); process.exit(); };`;
    await reader.make("page.mjs", `${own}\n${shop.here(page?.text)}`);
    const shown = await reader.begin("node page.mjs");
    const sender = await enter(await shop.newToken());
    const room = { type: "subscribe", subscriptionId: "a", kind: "topic", topic: "room:1" };
    await sender.ask(room, { type: "subscribed" });
    const inRoom = async () => JSON.parse(await ask("GET", "/realtime-stats")).subscriptions.byKind.topic;
    await expect.poll(inRoom).toBe(2);
    sender.send({ type: "send", subscriptionId: "a", event: "said", payload: { text: "hello" } });
    await expect.poll(() => shown.output).toMatch(/^\["said",\{"text":"hello"\},"usr_\w+"\]\n$/);
    await Promise.all([shown.stop(), sender.close()]);
  });

  it("From your servers", async () => {
    const listener = await enter();
    const news = { type: "subscribe", subscriptionId: "n", kind: "topic", topic: "news" };
    await listener.ask(news, { type: "subscribed" });
    expect(await typeEach(under(blocks, "From your servers")[0])).toEqual(['{"accepted":1}']);
    expect(await listener.next({ type: "message" })).toMatchObject({ event: "published", payload: { id: 7 } });
    await listener.close();
  });
});

describe("docs/functions.md", () => {
  const blocks = readPage("functions");
  const [index, deployment] = under(blocks, "");
  /** Folders are bundled by the packages of Coppice's own folder. */
  const inCoppice = (text = "") => `cd ${process.cwd()}\n${text}`;
  const deploy = (name: string, text = "") =>
    ask("POST", `/functions/${name}/deployments`, { files: { "index.ts": text } });
  const invoke = (name: string, body: unknown) => ask("POST", `/functions/${name}/invoke`, body);

  it("Call: by the package, with the function of the page", async () => {
    await deploy("hello", index?.text);
    expect(JSON.parse(await invoke("hello", { name: "Bob" }))).toEqual({ hello: "Bob", from: "server" });
    await reader.type('npm install "$COPPICE_URL/packages/coppice-functions.tgz"');
    const [call] = under(blocks, "Call");
    const own = `import { createFunctions } from "@coppice/functions";
      const { COPPICE_URL: apiOrigin, COPPICE_PROJECT_ID: projectId, COPPICE_SERVER_KEY: serverKey } = process.env;
      const functions = createFunctions({ apiOrigin, projectId: projectId!, serverKey: serverKey! });`;
    await reader.make("app/call.mts", `${own}\n${call?.text}\nconsole.log(hello);`);
    expect(await reader.type("node app/call.mts")).toBe("Ada\n");
  });

  it("a deployment by its command", async () => {
    const [printed = ""] = await typeEach(deployment);
    expect(JSON.parse(printed)).toMatchObject({ status: "active", version: 2 });
    expect(JSON.parse(await invoke("hello", {}))).toEqual({ hello: "world" });
  });

  it("Deploy a folder, and Logs as they are written", async () => {
    const text = "console.log('receipt sent'); return new Response();";
    await reader.make("send-receipt/index.ts", `export default { fetch() { ${text} } };`);
    const [command] = under(blocks, "Deploy");
    await reader.type(inCoppice(command?.text.replace("./send-receipt", `${reader.folder}/send-receipt`)));
    const logs = await reader.begin(under(blocks, "Logs")[0]?.text ?? "");
    await invoke("send-receipt", {});
    await expect.poll(() => logs.output).toContain("receipt sent");
    await logs.stop();
  });

  it("Examples", async () => {
    await query(shop.databaseUrl, readFileSync("examples/functions/products-api/schema.sql", "utf8"));
    const printed = await reader.type(inCoppice(under(blocks, "Examples")[0]?.text));
    expect(JSON.parse(printed.trim().split("\n").at(-1) ?? "")).toEqual({ items: [], after: null });
  });

  it("Variables, secrets, database", async () => {
    await reader.make("key.txt", "sk_live_of_the_reader");
    await reader.follow(under(blocks, "Variables, secrets, database"));
    expect(await ask("GET", "/functions/secrets")).toContain("STRIPE_KEY");
  });

  it("Schedules", async () => {
    await deploy("report", "export default { fetch: () => new Response() };");
    await reader.follow(under(blocks, "Schedules"));
    const { schedules } = JSON.parse(await ask("GET", "/functions/report"));
    expect(schedules).toMatchObject([{ cron: "0 8 * * 1-5", timezone: "Europe/Berlin" }]);
  });
});

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Socket } from "node:net";
import { createRealtime, type Realtime, RealtimeError, type RealtimeOptions } from "@coppice/realtime";
import { afterEach, beforeAll, expect, it } from "vitest";
import {
  type RealtimeProject,
  type RealtimeServer,
  type RealtimeUser,
  realtimeProject,
  realtimeUser,
  startRealtime,
} from "@/tests/support/realtime";

let project: RealtimeProject;
let ada: RealtimeUser;
let grace: RealtimeUser;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  const rule = { subscribe: "signed-in", publish: "signed-in", presence: "signed-in" };
  const topics = [
    { pattern: "room:*", ...rule },
    { pattern: "user:{sub}", ...rule },
    { pattern: "news", subscribe: "anyone" },
  ];
  project = await realtimeProject({ topics });
  [ada, grace] = [await realtimeUser(project), await realtimeUser(project)];
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options: Parameters<typeof startRealtime>[0] = {}): Promise<RealtimeServer> {
  const server = await startRealtime(options);
  ends.push(async () => {
    await server.close();
    expect(server.logged).toEqual([]);
  });
  return server;
}

/** Opens a proxy between a client and the service: cut, silent, or led elsewhere by a test. */
async function between(server: RealtimeServer) {
  const open = new Set<Socket>();
  const way = { to: server, isSilent: false, opened: 0 };
  const proxy = createServer((socket) => {
    way.opened += 1;
    const upstream = connect(Number(new URL(way.to.url).port), "127.0.0.1");
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      open.add(from);
      from.on("data", (bytes) => way.isSilent || to.write(bytes));
      from.on("error", () => {});
      from.once("close", () => {
        open.delete(from);
        to.destroy();
      });
    }
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  ends.push(() => {
    cut();
    proxy.close();
  });
  return { way, cut, apiOrigin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

function clientOf(apiOrigin: string, user: RealtimeUser | null, more: Partial<RealtimeOptions> = {}): Realtime {
  const getToken = async () => user?.token ?? null;
  const client = createRealtime({ projectId: project.id, publicKey: project.key, apiOrigin, getToken, ...more });
  ends.push(() => client.close());
  return client;
}

const originOf = ({ url }: RealtimeServer) => `http://${new URL(url).host}`;

/** A subscription to a topic, with all that it was told. */
function listen(client: Realtime, topic: string, presence?: Record<string, unknown>) {
  const told = { messages: [] as unknown[], statuses: [] as string[], gaps: [] as string[], errors: [] as string[] };
  const subscription = client.subscribe(
    { topic, ...(presence && { presence }) },
    {
      onMessage: ({ event, payload, from }) => void told.messages.push([event, payload, from.userId]),
      onStatus: (status) => void told.statuses.push(status),
      onGap: (reason) => void told.gaps.push(reason),
      onError: ({ code }) => void told.errors.push(code),
    },
  );
  const isLive = () => expect.poll(() => subscription.status).toBe("live");
  return { ...told, subscription, isLive };
}

it("users send to each other, and each has the identity that the service knows", async () => {
  const server = await start();
  const [one, two] = [
    listen(clientOf(originOf(server), ada), "room:1"),
    listen(clientOf(originOf(server), grace), "room:1"),
  ];
  await Promise.all([one.isLive(), two.isLive()]);
  await one.subscription.send("said", { text: "hello", userId: grace.id });
  await two.subscription.send("said", "hello back");
  const all = [
    ["said", { text: "hello", userId: grace.id }, ada.id],
    ["said", "hello back", grace.id],
  ];
  await expect.poll(() => [one.messages, two.messages]).toEqual([all, all]);
  expect(one.statuses).toEqual(["live"]);
});

it("lists those present, with the state of each", async () => {
  const server = await start();
  const one = listen(clientOf(originOf(server), ada), "room:1", { name: "Ada" });
  const other = clientOf(originOf(server), grace);
  const two = listen(other, "room:1", { name: "Grace" });
  const names = () => one.subscription.members.map(({ userId, state }) => [userId, state.name]).sort();
  await expect.poll(names).toEqual(
    [
      [ada.id, "Ada"],
      [grace.id, "Grace"],
    ].sort(),
  );
  two.subscription.setPresence({ name: "G." });
  two.subscription.setPresence({ name: "Grace H." });
  await expect.poll(names).toEqual(
    [
      [ada.id, "Ada"],
      [grace.id, "Grace H."],
    ].sort(),
  );
  two.subscription.unsubscribe();
  await expect.poll(names).toEqual([[ada.id, "Ada"]]);
});

it("a lost connection costs no message, also of those sent while it was away", async () => {
  const server = await start();
  const { cut, apiOrigin } = await between(server);
  const one = listen(clientOf(apiOrigin, ada), "room:1");
  const two = listen(clientOf(originOf(server), grace), "room:1");
  await Promise.all([one.isLive(), two.isLive()]);
  await two.subscription.send("n", 1);
  await expect.poll(() => one.messages).toHaveLength(1);
  cut();
  await expect.poll(() => one.subscription.status).toBe("offline");
  await two.subscription.send("n", 2);
  await expect(one.subscription.send("n", 0)).rejects.toThrow(RealtimeError);
  await one.isLive();
  await two.subscription.send("n", 3);
  await expect.poll(() => one.messages.map((message) => (message as unknown[])[1])).toEqual([1, 2, 3]);
  expect(one.gaps).toEqual([]);
  expect(one.statuses).toEqual(["live", "offline", "catching-up", "live"]);
});

it("SV-Low: no status says that missed events arrive while there is no connection", async () => {
  const server = await start();
  const { way, cut, apiOrigin } = await between(server);
  let ready = 0;
  const seen: [status: string, hasConnection: boolean][] = [];
  class Watched extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (JSON.parse(data).type === "ready") ready += 1;
      });
      this.addEventListener("close", () => {
        ready = 0;
      });
    }
  }
  const onStatus = (status: string) => void seen.push([status, ready > 0]);
  const subscription = clientOf(apiOrigin, ada, { WebSocket: Watched }).subscribe({ topic: "room:1" }, { onStatus });
  await expect.poll(() => subscription.status).toBe("live");
  // Connections open, and hear nothing, so that each is given up.
  way.isSilent = true;
  cut();
  await expect.poll(() => subscription.status).toBe("offline");
  await expect.poll(() => way.opened).toBeGreaterThan(1);
  expect(subscription.status).toBe("offline");
  way.isSilent = false;
  cut();
  await expect.poll(() => subscription.status).toBe("live");
  expect(seen).toEqual([
    ["live", true],
    ["offline", false],
    ["catching-up", true],
    ["live", true],
  ]);
});

it("a service that has forgotten the missed events says so, and the gap lasts until it is mended", async () => {
  const first = await start();
  const { way, cut, apiOrigin } = await between(first);
  const mended = Promise.withResolvers<void>();
  const reasons: string[] = [];
  const subscription = clientOf(apiOrigin, ada).subscribe(
    { topic: "room:1" },
    {
      onGap(reason) {
        reasons.push(reason);
        return mended.promise;
      },
    },
  );
  await expect.poll(() => subscription.status).toBe("live");
  way.to = await start();
  cut();
  await expect.poll(() => subscription.status).toBe("gap");
  expect(reasons).toEqual(["expired"]);
  mended.resolve();
  await expect.poll(() => subscription.status).toBe("live");
});

it("a connection that falls silent is given up for another one", async () => {
  const { way, apiOrigin } = await between(await start({ times: { heartbeat: 100 } }));
  const one = listen(clientOf(apiOrigin, ada), "room:1");
  await one.isLive();
  way.isSilent = true;
  await expect.poll(() => one.subscription.status).toBe("offline");
  way.isSilent = false;
  await one.isLive();
  expect(one.gaps).toEqual([]);
});

it("a request that the rules don't allow is refused once, and nothing else with it", async () => {
  const server = await start();
  const client = clientOf(originOf(server), ada);
  const theirs = listen(client, `user:${grace.id}`);
  const own = listen(client, `user:${ada.id}`);
  await own.isLive();
  await expect.poll(() => theirs.subscription.status).toBe("refused");
  expect(theirs.errors).toEqual(["missing_permission"]);
  const visitor = listen(clientOf(originOf(server), null), "news");
  await visitor.isLive();
  await expect(visitor.subscription.send("n", 1)).rejects.toMatchObject({ code: "missing_permission" });
});

it("a key that isn't valid ends all subscriptions, and asks no more", async () => {
  const server = await start();
  const one = listen(clientOf(originOf(server), null, { publicKey: `${project.key.slice(0, -4)}AAAA` }), "news");
  await expect.poll(() => one.subscription.status).toBe("refused");
  expect(one.errors).toEqual(["unauthorized"]);
});

it("begins anew as who is signed in now", async () => {
  const server = await start();
  let user: RealtimeUser | null = ada;
  const client = clientOf(originOf(server), null, { getToken: async () => user?.token ?? null });
  const one = listen(client, "room:1");
  await one.isLive();
  user = grace;
  client.refresh();
  await expect.poll(() => one.gaps).toEqual(["access"]);
  await one.isLive();
  await one.subscription.send("said", 1);
  await expect.poll(() => one.messages).toEqual([["said", 1, grace.id]]);
  user = null;
  client.refresh();
  await expect.poll(() => one.errors).toEqual(["missing_permission"]);
});

it("has 150 subscriptions at once, also after a lost connection, and sends no faster than is taken", async () => {
  const { cut, apiOrigin } = await between(await start());
  const client = clientOf(apiOrigin, ada);
  const rooms = Array.from({ length: 150 }, (_, index) => listen(client, `room:${index}`));
  const live = () => rooms.filter(({ subscription }) => subscription.status === "live").length;
  await expect.poll(live).toBe(150);
  cut();
  await expect.poll(live).toBeLessThan(150);
  await expect.poll(live).toBe(150);
  expect(rooms.flatMap(({ gaps, errors }) => [...gaps, ...errors])).toEqual([]);
});

it("settings that can't be right are refused at once", () => {
  const fit = { projectId: "p_4k9x2m7q1w8e5r3t6y0u", publicKey: "pk_coppice_auth_x" };
  expect(() => createRealtime({ ...fit, projectId: "" })).toThrow(/projectId/);
  expect(() => createRealtime({ ...fit, publicKey: "sk_coppice_x" })).toThrow(/publicKey/);
  expect(() => createRealtime({ ...fit, apiOrigin: "id.example.com" })).toThrow(/https/);
});

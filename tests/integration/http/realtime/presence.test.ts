import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import {
  authFrame,
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  realtimeProject,
  realtimeUser,
  startRealtime,
} from "@/tests/support/realtime";
import type { RealtimeClient } from "@/tests/support/realtime-client";

let server: RealtimeServer;
let project: RealtimeProject;

beforeAll(async () => {
  server = await startRealtime();
  project = await realtimeProject();
});

afterAll(async () => {
  await server.close();
  expect(server.logged).toEqual([]);
});

const presenceOf = (client: RealtimeClient) => client.next({ type: "presence" });

describe("presence", () => {
  it("tells everyone of those present, their state, arrivals and departures", async () => {
    const user = await realtimeUser(project);
    const first = await server.open();
    const { socketId } = await first.ask(authFrame(project, { token: user.token }), { type: "ready" });
    await join(first, "a", "room:1", { presence: { typing: false } });
    const self = { [`${socketId}.a`]: { userId: user.id, state: { typing: false } } };
    expect(await presenceOf(first)).toEqual({ type: "presence", subscriptionId: "a", full: true, joined: self });
    const second = await enter(server, project);
    await join(second, "b", "room:1", { presence: {} });
    expect(await presenceOf(second)).toMatchObject({ full: true, joined: self });
    const { joined, ...rest } = await presenceOf(first);
    expect([Object.values(joined), rest]).toEqual([[{ state: {} }], { type: "presence", subscriptionId: "a" }]);
    second.send({ type: "presence", subscriptionId: "b", state: { typing: true } });
    expect(Object.values((await presenceOf(first)).joined)).toEqual([{ state: { typing: true } }]);
    await second.close();
    expect(await presenceOf(first)).toEqual({ type: "presence", subscriptionId: "a", left: Object.keys(joined) });
  });

  it("6.5: is over for a client that answers no ping, and for no other of its user's, until it comes back", async () => {
    const impatient = await startRealtime({ times: { heartbeat: 300 } });
    onTestFinished(() => impatient.close());
    const user = await realtimeUser(project);
    const tab = await enter(impatient, project, user);
    await join(tab, "a", "room:gone", { presence: { tab: 1 } });
    expect(Object.values((await presenceOf(tab)).joined)).toHaveLength(1);
    const copy = await enter(impatient, project, user);
    await join(copy, "b", "room:gone", { presence: { tab: 2 } });
    const [id] = Object.keys((await presenceOf(tab)).joined);
    // As of a stopped process, or one whose network is gone: its connection stays, and nothing comes of it.
    copy.socket.pause();
    expect((await presenceOf(tab)).left).toEqual([id]);
    copy.socket.resume();
    await copy.closed;
    const back = await enter(impatient, project, user);
    await join(back, "b", "room:gone", { presence: { tab: 2 } });
    expect(Object.values((await presenceOf(tab)).joined)).toEqual([{ userId: user.id, state: { tab: 2 } }]);
    expect(Object.keys((await presenceOf(back)).joined)).toHaveLength(2);
    await Promise.all([tab.close(), back.close()]);
  });

  it("RT-11: has the user's own id, with any state", async () => {
    const [user, liar] = [await realtimeUser(project), await realtimeUser(project)];
    const client = await enter(server, project, liar);
    await join(client, "a", "room:names", { presence: { userId: user.id } });
    const [member] = Object.values((await presenceOf(client)).joined);
    expect(member).toEqual({ userId: liar.id, state: { userId: user.id } });
  });

  it("is for those whom a rule allows it, and of 1 kB", async () => {
    const own = await realtimeProject({ topics: [{ pattern: "room:*", subscribe: "anyone" }] });
    const client = await enter(server, own);
    expect(await join(client, "a", "room:1", { presence: {} })).toMatchObject({ code: "missing_permission" });
    const other = await enter(server, project);
    const presence = { text: "x".repeat(1_024) };
    expect(await join(other, "a", "room:1", { presence })).toMatchObject({ code: "invalid_request" });
    await join(other, "a", "room:1");
    other.send({ type: "presence", subscriptionId: "a", state: {} });
    expect(await other.next({ type: "error" })).toMatchObject({ subscriptionId: "a", code: "invalid_request" });
  });

  it("RT-11: of a topic is one frame for many updates", async () => {
    const [busy, watcher] = [await enter(server, project), await enter(server, project)];
    await join(busy, "a", "room:busy", { presence: { step: 0 } });
    await join(watcher, "w", "room:busy", { presence: {} });
    await presenceOf(watcher);
    for (let step = 1; step <= 50; step += 1) busy.send({ type: "presence", subscriptionId: "a", state: { step } });
    await busy.settle();
    let frames = 0;
    for (let step = 0; step < 50; frames += 1) {
      const { joined } = await presenceOf(watcher);
      step = Math.max(...Object.values<{ state: { step?: number } }>(joined).map(({ state }) => state.step ?? 0));
    }
    expect(frames).toBeLessThan(5);
  });
});

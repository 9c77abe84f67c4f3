import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { broadcast } from "@/lib/services/realtime/sockets/broadcast";
import { countUse } from "@/lib/services/realtime/sockets/count-use";
import { readRealtimeStats } from "@/lib/services/realtime/sockets/read-stats";
import { createOrganisation, random } from "@/tests/support/context";
import {
  enter,
  join,
  type RealtimeProject,
  type RealtimeServer,
  realtimeProject,
  startRealtime,
} from "@/tests/support/realtime";

let server: RealtimeServer;

beforeAll(async () => {
  server = await startRealtime({ times: { count: 50 } });
});

afterAll(async () => {
  await server.close();
  expect(server.logged).toEqual([]);
});

function contextOf(actor: Actor): ServiceContext {
  return server.runtime.context({ actor, requestId: createId("request", random) });
}

function serverKey({ id }: RealtimeProject, scope: "read" | "read-write" = "read-write"): ServiceContext {
  return contextOf({ kind: "server-key", id: createId("key", random), projectId: id, scope });
}

const message = (topic: string, payload: unknown = 1) => ({ topic, event: "news", payload: payload as never });

describe("a server's messages", () => {
  it("reach who listens, without a user", async () => {
    const project = await realtimeProject();
    const client = await enter(server, project);
    await join(client, "a", "room:1");
    const messages = [message("room:1", { text: "one" }), message("room:2"), message("room:1", "two")];
    expect(await broadcast(serverKey(project), { projectId: project.id, messages })).toEqual({ accepted: 3 });
    expect(await client.next({ type: "message" })).toMatchObject({ event: "news", payload: { text: "one" }, from: {} });
    expect(await client.next({ type: "message" })).toMatchObject({ payload: "two" });
  });

  it("need a rule that lets servers send, for all of them", async () => {
    const rules = [
      { pattern: "news", subscribe: "anyone", publish: "server" },
      { pattern: "closed", publish: "none" },
    ];
    const project = await realtimeProject({ topics: rules });
    const client = await enter(server, project);
    await join(client, "a", "news");
    const refused = broadcast(serverKey(project), {
      projectId: project.id,
      messages: [message("news"), message("closed"), message("unknown")],
    });
    await expect(refused).rejects.toMatchObject({
      code: "missing_permission",
      details: [{ path: "messages.1.topic" }, { path: "messages.2.topic" }],
    });
    expect(await client.settle()).toEqual([]);
  });

  it("are refused to a read-only key, to another project's, and to a viewer", async () => {
    const [project, other] = [await realtimeProject(), await realtimeProject()];
    const input = { projectId: project.id, messages: [message("room:1")] };
    await expect(broadcast(serverKey(project, "read"), input)).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await expect(broadcast(serverKey(other), input)).rejects.toMatchObject({ code: "project_not_found" });
    const { viewer, developer } = project.organisation.member;
    await expect(broadcast(contextOf(viewer), input)).rejects.toMatchObject({ code: "missing_permission" });
    expect(await broadcast(contextOf(developer), input)).toEqual({ accepted: 1 });
    const stranger = (await createOrganisation()).member.owner;
    await expect(broadcast(contextOf(stranger), input)).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("beyond those that the plan allows in a second are refused, with when to try again", async () => {
    const project = await realtimeProject({ plan: "free" });
    const messages = Array.from({ length: 100 }, () => message("room:1"));
    const send = () => broadcast(serverKey(project), { projectId: project.id, messages });
    expect(await send()).toEqual({ accepted: 100 });
    await expect(send()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 1 });
  });
});

describe("the figures of a project", () => {
  it("are the connections of this moment, and the usage of this month", async () => {
    const project = await realtimeProject({ plan: "free" });
    const read = () => readRealtimeStats(serverKey(project, "read"), { projectId: project.id });
    const now = new Date();
    expect(await read()).toEqual({
      ...{ projectId: project.id, at: expect.any(String), sockets: 0, lagMs: null },
      subscriptions: {
        ...{ current: 0, peakThisMonth: 0, limit: 100, perSocketLimit: 200, platformLimit: 10_000 },
        byKind: { changes: 0, topic: 0 },
      },
      connectionSeconds: {
        ...{ used: 0, limit: 1_000_000 },
        from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
        until: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
      },
      messages: { delivered: 0, perSecond: 0 },
    });
    const [first, second] = [await enter(server, project), await enter(server, project)];
    await join(first, "a", "room:1");
    await join(first, "b", "room:2");
    await join(second, "a", "room:1");
    await broadcast(serverKey(project), { projectId: project.id, messages: [message("room:1"), message("room:1")] });
    await first.next({ type: "message" });
    expect(await read()).toMatchObject({
      ...{ sockets: 2, subscriptions: { current: 3, peakThisMonth: 3, byKind: { changes: 0, topic: 3 } } },
      messages: { perSecond: 0.4 },
    });
    await first.close();
    await expect.poll(read).toMatchObject({ sockets: 1, subscriptions: { current: 1, peakThisMonth: 3 } });
    await expect.poll(read).toMatchObject({ messages: { delivered: 4 } });
  });

  it("count the seconds of every connection", async () => {
    const project = await realtimeProject();
    const opened = performance.now();
    const clients = [await enter(server, project), await enter(server, project), await enter(server, project)];
    const read = async () => {
      const stats = await readRealtimeStats(serverKey(project), { projectId: project.id });
      return stats.connectionSeconds.used;
    };
    await expect.poll(read).toBeGreaterThanOrEqual(3);
    for (const client of clients) await client.close();
    const longest = ((performance.now() - opened) / 1_000) * 3;
    const { sockets } = server.runtime;
    await expect.poll(async () => (await sockets.figuresOf(project.id)).sockets).toBe(0);
    await countUse(serverKey(project), sockets);
    expect(await read()).toBeLessThanOrEqual(Math.ceil(longest));
  });

  it("are shown to members of every role, and hidden from strangers and other projects' keys", async () => {
    const [project, other] = [await realtimeProject(), await realtimeProject()];
    const { id: projectId, organisation } = project;
    expect(await readRealtimeStats(contextOf(organisation.member.viewer), { projectId })).toMatchObject({ projectId });
    for (const ctx of [serverKey(other), contextOf(other.organisation.member.owner)]) {
      await expect(readRealtimeStats(ctx, { projectId })).rejects.toMatchObject({ code: "project_not_found" });
    }
  });
});

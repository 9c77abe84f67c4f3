import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { laneContext } from "@/tests/support/lanes";
import { RealtimeClient } from "@/tests/support/realtime-client";
import { type RealtimeService, startRealtimeService } from "@/tests/support/realtime-service";
import { createSignInProject, createSignInServerKey, type SignInProject } from "@/tests/support/sign-in-lanes";

let service: RealtimeService;
let project: SignInProject;
let key: string;

beforeAll(async () => {
  service = await startRealtimeService();
  const topics = [{ pattern: "room:*", subscribe: "anyone", publish: "anyone" }];
  project = await createSignInProject({ realtime: { topics } });
  key = await createSignInServerKey(project);
});

afterAll(() => service.stop());

const open = () => RealtimeClient.open(service.socketUrl);

async function enter(): Promise<RealtimeClient> {
  const client = await open();
  await client.ask({ type: "auth", projectId: project.id, key: project.publicKey }, { type: "ready" });
  return client;
}

async function ask(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) };
  const answer = await fetch(`${service.url}/v1/projects/${project.id}/${path}`, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}

const SUBSCRIBE = { type: "subscribe", subscriptionId: "a", kind: "topic", topic: "room:1" };

describe("the process with the sockets, behind the web process", () => {
  it("is reached by apps, and by their servers through the web process", async () => {
    await expect
      .poll(() =>
        open().then(
          (client) => client.close(),
          (error) => error.message,
        ),
      )
      .toBeUndefined();
    const [first, second] = [await enter(), await enter()];
    for (const client of [first, second]) await client.ask(SUBSCRIBE, { type: "subscribed" });
    await first.ask({ type: "send", subscriptionId: "a", event: "say", payload: "hello", ref: 1 }, { type: "ack" });
    expect(await second.next({ type: "message" })).toMatchObject({ event: "say", payload: "hello" });
    const messages = [{ topic: "room:1", event: "news", payload: { id: 7 } }];
    expect(await ask("POST", "realtime/broadcast", { messages })).toEqual({ status: 200, body: { accepted: 1 } });
    expect(await second.next({ type: "message" })).toMatchObject({ event: "news", payload: { id: 7 }, from: {} });
    expect(await ask("GET", "realtime-stats")).toMatchObject({
      status: 200,
      body: { sockets: 2, subscriptions: { current: 2, byKind: { topic: 2, changes: 0 } } },
    });
    const tooMany = Array.from({ length: 101 }, () => messages[0]);
    expect(await ask("POST", "realtime/broadcast", { messages: tooMany })).toMatchObject({ status: 400 });
    for (const client of [first, second]) await client.close();
  });

  it("answers nothing of the paths between the two processes to anyone else", async () => {
    const answer = await fetch(`${service.url}/exchange?projectId=${project.id}`);
    expect(answer.status).toBe(404);
    await answer.text();
  });

  it("keeps its counts of connections before a crash, and is served again after it", async () => {
    const { db } = await laneContext();
    const used = async () => {
      const rows = await db.usageHour.findMany({ where: { projectId: project.id, metric: "connection" } });
      return rows.reduce((sum, { amount }) => sum + Number(amount), 0);
    };
    await expect.poll(async () => (await ask("GET", "realtime-stats")).body.sockets).toBe(0);
    const client = await enter();
    const [before, opened] = [await used(), performance.now()];
    await expect.poll(used).toBeGreaterThan(before + 1);
    await service.kill();
    const seconds = (performance.now() - opened) / 1_000;
    expect(await client.closed).toMatchObject({ code: 1006 });
    expect(await used()).toBeGreaterThan(before + 1);
    expect((await used()) - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    await expect(open()).rejects.toThrow("503");
    expect(await ask("GET", "realtime-stats")).toMatchObject({
      status: 503,
      body: { error: { code: "service_unavailable", retryable: true } },
    });
    service.startAgain();
    await expect
      .poll(() =>
        enter().then(
          (next) => next.settle(),
          () => null,
        ),
      )
      .toEqual([]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import type { ServiceContext } from "@/lib/runtime";
import { type OpenInspectionInput, openInspection } from "@/lib/services/realtime/sockets/inspection/open";
import { sendTestMessage } from "@/lib/services/realtime/sockets/send-test";
import { tryTopic } from "@/lib/services/realtime/sockets/try-topic";
import { createOrganisation, makeContext, random } from "@/tests/support/context";
import { signInAs } from "@/tests/support/dashboard-session";
import {
  join,
  type RealtimeProject,
  type RealtimeServer,
  type RealtimeUser,
  ROOMS,
  realtimeProject,
  realtimeUser,
  startRealtime,
} from "@/tests/support/realtime";
import type { RealtimeClient } from "@/tests/support/realtime-client";

const TOPICS = [...ROOMS, { pattern: "user:{sub}", subscribe: "signed-in" }, { pattern: "quiet", publish: "none" }];
const ROOM = { kind: "topic", topic: "room:1" } as const;

let server: RealtimeServer;
let project: RealtimeProject;
let ada: RealtimeUser;
/** The context of a member who may change the project, and their session in the dashboard. */
let developer: ServiceContext;
let sessionId: string;

beforeAll(async () => {
  server = await startRealtime({ times: { identities: 100, projects: 100 } });
});

beforeEach(async () => {
  project = await realtimeProject({ topics: TOPICS });
  ada = await realtimeUser(project);
  developer = await contextOf("developer");
  ({ sessionId } = await signInAs(server.runtime, project.ctx.db, developer.actor.id));
});

afterAll(() => server.close());

async function contextOf(role: "developer" | "viewer", organisation = project.organisation): Promise<ServiceContext> {
  const ctx = await makeContext({ actor: organisation.member[role] });
  return { ...project.ctx, actor: ctx.actor, realtime: server.runtime.sockets };
}

function ask(
  ctx: ServiceContext,
  about: (typeof OpenInspectionInput)["_output"]["about"],
  userId: string | null = null,
) {
  return openInspection(ctx, { projectId: project.id, userId, about, sessionId });
}

async function inspect(ticket: string, origin?: string): Promise<RealtimeClient> {
  const client = await server.open(origin);
  client.send({ type: "auth", projectId: project.id, key: "inspection", token: ticket });
  return client;
}

describe("an inspection", () => {
  it("works for developers, is recorded, and refused to others", async () => {
    const { ticket } = await ask(developer, ROOM, ada.id);
    const where = { organisationId: project.organisation.id, action: "realtime.inspect" };
    const events = await project.ctx.db.auditEvent.findMany({ where });
    expect(events).toMatchObject([
      { targetId: project.id, actorId: developer.actor.id, data: { userId: ada.id, of: "room:1" } },
    ]);
    expect(JSON.stringify(events)).not.toContain(ticket);
    expect(await project.ctx.db.session.count({ where: { userId: ada.id } })).toBe(1);

    const viewer = await contextOf("viewer");
    await expect(ask(viewer, ROOM)).rejects.toMatchObject({ code: "missing_permission" });
    const stranger = await contextOf("developer", await createOrganisation());
    await expect(ask(stranger, ROOM)).rejects.toMatchObject({ code: "project_not_found" });
    const id = createId("key", random);
    const key = { ...developer, actor: { kind: "server-key", id, projectId: project.id, scope: "admin" } } as const;
    await expect(ask(key, ROOM)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(ask(developer, ROOM, "usr_00000000000000000000")).rejects.toMatchObject({ code: "user_not_found" });
    await project.ctx.db.user.update({ where: { id: ada.id }, data: { bannedAt: new Date() } });
    await expect(ask(developer, ROOM, ada.id)).rejects.toMatchObject({ code: "conflict" });
    await project.ctx.db.project.update({ where: { id: project.id }, data: { status: "suspended" } });
    await expect(ask(developer, ROOM)).rejects.toMatchObject({ code: "project_suspended" });
    expect(await project.ctx.db.auditEvent.count({ where })).toBe(1);
  });

  it("hears the user's events, and nothing else", async () => {
    const topic = `user:${ada.id}`;
    const { ticket } = await ask(developer, { kind: "topic", topic }, ada.id);
    const client = await inspect(ticket, server.runtime.environment.url);
    await client.next({ type: "ready" });
    expect(await join(client, "other", "room:1")).toMatchObject({ code: "missing_permission" });
    expect(await join(client, "shown", topic, { presence: {} })).toMatchObject({ code: "missing_permission" });
    expect(await join(client, "mine", topic)).toMatchObject({ type: "subscribed" });
    await sendTestMessage(developer, { projectId: project.id, topic, event: "hi", payload: { n: 1 } });
    expect(await client.next({ type: "message" })).toMatchObject({ event: "hi", payload: { n: 1 }, from: {} });
    const sent = await client.ask({ type: "send", subscriptionId: "mine", event: "no", payload: 1 }, { type: "error" });
    expect(sent).toMatchObject({ code: "missing_permission" });
    // It is one of the project's connections, and counted as such.
    expect(await server.runtime.sockets.figuresOf(project.id)).toMatchObject({
      ...{ sockets: 1, subscriptions: { topic: 1 } },
    });
    await client.close();

    const visitor = await inspect((await ask(developer, { kind: "topic", topic })).ticket);
    await visitor.next({ type: "ready" });
    expect(await join(visitor, "mine", topic)).toMatchObject({ code: "missing_permission" });
    await visitor.close();
  });

  it("is refused with a forged ticket, another project's, a late one, and from another page", async () => {
    const { ticket } = await ask(developer, ROOM);
    const refused = { code: 4401 };
    for (const text of ["", "x", `${ticket.slice(0, -4)}AAAA`]) {
      expect(await (await inspect(text)).closed).toMatchObject(refused);
    }
    expect(await (await inspect(ticket, "https://evil.example")).closed).toMatchObject(refused);
    const other = await realtimeProject();
    const client = await server.open();
    client.send({ type: "auth", projectId: other.id, key: "inspection", token: ticket });
    expect(await client.closed).toMatchObject(refused);
    const now = developer.clock.now().getTime();
    const clock = { now: () => new Date(now - 31_000) };
    expect(await (await inspect((await ask({ ...developer, clock }, ROOM)).ticket)).closed).toMatchObject(refused);
  });

  it.each([
    ["the member signs out", () => project.ctx.db.session.delete({ where: { id: sessionId } })],
    [
      "the member may only read from now on",
      () => project.ctx.db.member.update({ where: { id: developer.actor.id }, data: { role: "viewer" } }),
    ],
    ["the user is banned", () => project.ctx.db.user.update({ where: { id: ada.id }, data: { bannedAt: new Date() } })],
  ])("ends once %s", async (_, change) => {
    const client = await inspect((await ask(developer, ROOM, ada.id)).ticket);
    await client.next({ type: "ready" });
    expect(await join(client, "room", "room:1")).toMatchObject({ type: "subscribed" });
    await change();
    expect(await client.closed).toMatchObject({ code: 4401 });
  });

  it("ends after 15 minutes", async () => {
    const now = developer.clock.now().getTime();
    const { expiresAt } = await ask({ ...developer, clock: { now: () => new Date(now) } }, ROOM);
    expect(Date.parse(expiresAt) - now).toBe(15 * 60_000);
  });
});

describe("a test message", () => {
  it("works for developers, is recorded without its payload, and refused to others", async () => {
    const message = { projectId: project.id, topic: "room:1", event: "hi", payload: { text: "secret-ish" } };
    await sendTestMessage(developer, message);
    const where = { organisationId: project.organisation.id, action: "realtime.send_test" };
    const events = await project.ctx.db.auditEvent.findMany({ where });
    expect(events).toMatchObject([{ targetId: project.id, data: { topic: "room:1", event: "hi" } }]);
    expect(JSON.stringify(events)).not.toContain("secret-ish");
    const viewer = await contextOf("viewer");
    await expect(sendTestMessage(viewer, message)).rejects.toMatchObject({ code: "missing_permission" });
    const stranger = await contextOf("developer", await createOrganisation());
    await expect(sendTestMessage(stranger, message)).rejects.toMatchObject({ code: "project_not_found" });
    const quiet = sendTestMessage(developer, { ...message, topic: "quiet" });
    await expect(quiet).rejects.toMatchObject({ code: "missing_permission" });
    expect(await project.ctx.db.auditEvent.count({ where })).toBe(1);
  });
});

describe("trying rules", () => {
  it("says which rule decides, and a user's permissions by it", async () => {
    const topics = [
      { pattern: "user:{sub}", subscribe: "signed-in", publish: "server", presence: "none" },
      { pattern: "user:*", subscribe: "anyone", publish: "anyone", presence: "anyone" },
    ] as const;
    const viewer = await contextOf("viewer");
    const answer = (topic: string, userId: string | null) =>
      tryTopic(viewer, { projectId: project.id, topics: [...topics], topic, userId });
    const none = { subscribe: false, publish: false, presence: false };
    expect(await answer("user:a", "a")).toEqual({ ...none, rule: 0, isOthers: false, subscribe: true, servers: true });
    expect(await answer("user:a", "b")).toEqual({ ...none, rule: 0, isOthers: true, servers: true });
    expect(await answer("news", "a")).toEqual({ ...none, rule: null, isOthers: false, servers: false });
    const stranger = await contextOf("viewer", await createOrganisation());
    const asked = { projectId: project.id, topics: [], topic: "news", userId: null };
    await expect(tryTopic(stranger, asked)).rejects.toMatchObject({ code: "project_not_found" });
  });
});

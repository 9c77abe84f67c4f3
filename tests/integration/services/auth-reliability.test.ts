import { beforeEach, describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { readAuthReliability } from "@/lib/services/auth-reliability/read";
import { recordSecurityEvent, type SecurityEventEntry } from "@/lib/sign-in/events/record";
import { createOrganisation, FixedClock, makeContext, random } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const ADMIN_KEY = { kind: "admin-key", id: "key_test" } as const;
const MINUTE_MS = 60_000;

beforeEach(async () => {
  const { db } = await makeContext();
  await db.securityEvent.deleteMany({});
  await db.mailMessage.deleteMany({});
});

async function world() {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock, actor: ADMIN_KEY });
  const project = await insertProject(await createOrganisation());
  const record = async (
    { minutesAgo, milliseconds }: { minutesAgo: number; milliseconds: number },
    entry: Partial<SecurityEventEntry>,
  ) => {
    const at = new Date(clock.now().getTime() - minutesAgo * MINUTE_MS);
    await recordSecurityEvent(
      {
        ...{ db: ctx.db, random, requestId: ctx.requestId, project, userAgent: "a browser" },
        clock: { now: () => at },
        clientAddress: "192.0.2.99",
        attempt: {
          arrivedAt: performance.now() - milliseconds,
          email: "ada@example.com",
          userId: null,
          isRecorded: false,
        },
      },
      { kind: "session.sign_in", outcome: "accepted", userId: null, ...entry },
    );
  };
  return { ctx, clock, record };
}

describe("the reliability of sign-ins", () => {
  it("counts successes, refusals and failures, by reason and method, in each window", async () => {
    const { ctx, record } = await world();
    const password = { data: { factor: "password" } };
    for (const milliseconds of [100, 200, 300]) await record({ minutesAgo: 1, milliseconds }, password);
    await record({ minutesAgo: 1, milliseconds: 400 }, { ...password, outcome: "refused", reason: "wrong_password" });
    await record({ minutesAgo: 2, milliseconds: 500 }, { ...password, outcome: "refused", reason: "internal_error" });
    await record({ minutesAgo: 30, milliseconds: 10 }, { outcome: "refused", reason: "rate_limited" });
    await record({ minutesAgo: 30, milliseconds: 10 }, { kind: "account.lock", outcome: "refused", reason: "x" });
    await record({ minutesAgo: 30, milliseconds: 10 }, { kind: "password.change" });
    await record({ minutesAgo: 30, milliseconds: 10 }, { data: { factor: "authorization-code" } });
    await record(
      { minutesAgo: 600, milliseconds: 10 },
      { kind: "user.sign_up", data: { provider: "not-of-the-project" } },
    );
    await record({ minutesAgo: 1_441, milliseconds: 10 }, password);
    const { windows } = await readAuthReliability(ctx);
    expect(windows["5m"]).toMatchObject({
      ...{ attempted: 5, succeeded: 3, failed: 1, successRate: 0.75, rateLimited: 0, locked: 0 },
      refusedByReason: { wrong_password: 1 },
      byMethod: { password: { attempted: 5, succeeded: 3, failed: 1 } },
    });
    // The time between the arrival and the record is counted too.
    expect(windows["5m"].p50Ms).toBeGreaterThanOrEqual(300);
    expect(windows["5m"].p95Ms).toBeGreaterThanOrEqual(480);
    expect(windows["1h"]).toMatchObject({ attempted: 6, succeeded: 3, rateLimited: 1, locked: 1 });
    expect(windows["1h"].refusedByReason).toEqual({ wrong_password: 1, rate_limited: 1 });
    expect(windows["24h"]).toMatchObject({ attempted: 7, succeeded: 4 });
    expect(windows["24h"].byMethod.other).toEqual({ attempted: 2, succeeded: 1, failed: 0 });
  });

  it("holds no address, no id and no name that a project chose", async () => {
    const { ctx, record } = await world();
    await record({ minutesAgo: 1, milliseconds: 1 }, { outcome: "refused", reason: "wrong_password" });
    await record({ minutesAgo: 1, milliseconds: 1 }, { data: { provider: "ada@example.com" } });
    const text = JSON.stringify(await readAuthReliability(ctx));
    expect(text).not.toMatch(/192\.0\.2|ada@|p_[0-9a-z]{20}|evt_|req_/);
  });

  it("is read anew after 10 s, and is empty where nothing happened", async () => {
    const { ctx, clock, record } = await world();
    const empty = await readAuthReliability(ctx);
    expect(empty).toMatchObject({ redis: null, degraded: [], hashQueue: { running: 0, waiting: 0 } });
    expect(empty.windows["24h"]).toEqual({
      ...{ attempted: 0, succeeded: 0, refusedByReason: {}, failed: 0, successRate: null, p50Ms: null, p95Ms: null },
      ...{ byMethod: {}, tokens: 0, mails: { sent: 0, failed: 0, waiting: 0 }, rateLimited: 0, locked: 0 },
    });
    await record({ minutesAgo: 0, milliseconds: 1 }, {});
    clock.advance(9_999);
    expect(await readAuthReliability(ctx)).toEqual(empty);
    clock.advance(1);
    const { at, windows } = await readAuthReliability(ctx);
    expect([at, windows["5m"].attempted]).toEqual([clock.now().toISOString(), 1]);
  });

  it("counts mails and issued tokens, and names the parts that do not work", async () => {
    const { ctx, clock, record } = await world();
    for (const status of ["sent", "sent", "failed", "queued"]) {
      const data = { kind: "sign-in", recipient: "ada@example.com", status, createdAt: clock.now() };
      await ctx.db.mailMessage.create({ data: { id: createId("mail", random), ...data } });
    }
    ctx.signIn.issuedTokens.add(clock.now());
    ctx.signIn.issuedTokens.add(new Date(clock.now().getTime() - 6 * MINUTE_MS));
    await record({ minutesAgo: 1, milliseconds: 1 }, { outcome: "refused", reason: "service_busy" });
    const gone = { ...ctx, pingRedis: () => Promise.reject(new Error("gone")) };
    const { windows, redis, degraded } = await readAuthReliability(gone);
    expect(windows["5m"]).toMatchObject({ mails: { sent: 2, failed: 1, waiting: 1 }, tokens: 1, successRate: 0 });
    expect(windows["1h"].tokens).toBe(2);
    expect({ redis, degraded }).toEqual({ redis: "unavailable", degraded: ["sign-ins", "mail", "redis"] });
  });

  it("is for the operator alone", async () => {
    const { member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    await expect(readAuthReliability(ctx)).rejects.toMatchObject({ code: "missing_permission" });
  });
});

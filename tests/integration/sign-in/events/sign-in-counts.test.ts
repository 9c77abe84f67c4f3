import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { countClosedHours } from "@/lib/sign-in/events/sign-in-counts/count-closed-hours";
import { listSignInCounts } from "@/lib/sign-in/events/sign-in-counts/list";
import type { SignInRange } from "@/lib/sign-in/events/sign-in-counts/ranges";
import type { SignInCounts } from "@/lib/sign-in/events/sign-in-counts/resource";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send } from "@/tests/support/test-browser";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const FACTORS = ["password", "passkey", "magic-link"] as const;

/** A project with an attempt every 7 minutes of the last three days, of all outcomes and three methods. */
async function projectWithAttempts() {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ clock });
  const { address, member } = await ownersOf(ctx);
  const viewer = await member("viewer");
  const insert = async (at: Date, nth: number) => {
    const kind = nth % 4 === 0 ? "user.sign_up" : nth % 4 === 1 ? "session.second_factor" : "session.sign_in";
    const outcome = nth % 5 === 0 ? "refused" : "accepted";
    const data = { factor: FACTORS[nth % 3] ?? "" };
    const event = { id: createId("event", ctx.random), projectId: ctx.project.id, requestId: "req_test" };
    await ctx.db.securityEvent.create({ data: { ...event, kind, outcome, data, createdAt: at } });
  };
  for (let nth = 0; nth * 7 * MINUTE_MS < 3 * DAY_MS; nth += 1) {
    await insert(new Date(clock.now().getTime() - nth * 7 * MINUTE_MS), nth);
  }
  const list = (range: SignInRange, by: Context = viewer) => listSignInCounts(by, { ...address, range });
  /** Counts the rows one by one, in the shape of the verb. */
  const countRows = async (range: SignInRange) => {
    const { moments } = await list(range);
    const [first = "", second = ""] = moments;
    const apart = Date.parse(second) - Date.parse(first);
    const counts: Record<string, number[]> = {};
    for (const row of await ctx.db.securityEvent.findMany({ where: { projectId: ctx.project.id } })) {
      const place = Math.floor((row.createdAt.getTime() - Date.parse(first)) / apart);
      if (place < 0) continue;
      const accepted = row.kind === "user.sign_up" ? "signed_up" : "signed_in";
      const name = `${row.outcome === "refused" ? "refused" : accepted} ${(row.data as { factor: string }).factor}`;
      counts[name] ??= moments.map(() => 0);
      counts[name][place] = (counts[name][place] ?? 0) + 1;
    }
    return counts;
  };
  const listed = async (range: SignInRange) =>
    Object.fromEntries(
      (await list(range)).series.map(({ outcome, method, attempts }) => [`${outcome} ${method}`, attempts]),
    );
  return { ctx, clock, address, member, insert, list, listed, countRows };
}

const storedOf = (ctx: Context & { project: { id: string } }) =>
  ctx.db.signInCount.findMany({ where: { projectId: ctx.project.id }, orderBy: { hour: "asc" } });

describe("sign-ins over time", () => {
  it("equal a count of the events, before the hours are counted, after it, and after it again", async () => {
    const { ctx, listed, countRows } = await projectWithAttempts();
    const [day, week] = [await countRows("24h"), await countRows("7d")];
    expect(Object.keys(day)).toHaveLength(9);
    expect(await listed("24h")).toEqual(day);
    await countClosedHours(ctx);
    const stored = await storedOf(ctx);
    // It is 09:30, so 08:00 is the last hour that is over.
    expect(stored.at(-1)?.hour.toISOString()).toBe("2026-03-01T08:00:00.000Z");
    expect([await listed("24h"), await listed("7d")]).toEqual([day, week]);
    await countClosedHours(ctx);
    expect(await storedOf(ctx)).toEqual(stored);
    expect([await listed("24h"), await listed("7d"), await listed("30d")]).toEqual([day, week, await countRows("30d")]);
  });

  it("are counted without the events, which go sooner", async () => {
    const { ctx, listed } = await projectWithAttempts();
    await countClosedHours(ctx);
    const before = await listed("7d");
    await ctx.db.securityEvent.deleteMany({
      where: { projectId: ctx.project.id, createdAt: { lt: new Date("2026-03-01T09:00:00Z") } },
    });
    await countClosedHours(ctx);
    expect(await listed("7d")).toEqual(before);
  });

  it("have rows that come late, as long as their hour is not counted", async () => {
    const { ctx, clock, insert, listed, countRows } = await projectWithAttempts();
    clock.advance(44 * MINUTE_MS);
    await countClosedHours(ctx);
    await insert(new Date("2026-03-01T09:59:59.999Z"), 2);
    expect(await listed("24h")).toEqual(await countRows("24h"));
    clock.advance(MINUTE_MS);
    await countClosedHours(ctx);
    expect((await storedOf(ctx)).at(-1)?.hour.toISOString()).toBe("2026-03-01T09:00:00.000Z");
    expect(await listed("24h")).toEqual(await countRows("24h"));
  });

  it("are counted on after hours in which the job did not run or no one came", async () => {
    const { ctx, clock, insert, listed, countRows } = await projectWithAttempts();
    await countClosedHours(ctx);
    clock.advance(30 * HOUR_MS);
    await countClosedHours(ctx);
    await insert(new Date(clock.now().getTime() - MINUTE_MS), 1);
    clock.advance(5 * HOUR_MS);
    expect(await listed("7d")).toEqual(await countRows("7d"));
    await countClosedHours(ctx);
    expect(await listed("7d")).toEqual(await countRows("7d"));
  });

  it("are kept for 400 days", async () => {
    const { ctx, clock } = await projectWithAttempts();
    await countClosedHours(ctx);
    clock.advance(398 * DAY_MS);
    await countClosedHours(ctx);
    expect((await storedOf(ctx))[0]?.hour.toISOString()).toBe("2026-02-27T09:00:00.000Z");
    clock.advance(3 * DAY_MS);
    await countClosedHours(ctx);
    expect(await storedOf(ctx)).toEqual([]);
  });

  it("are those of users, not of codes that an app exchanges, and name no provider that a stranger made up", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { email } = await signUp(ctx);
    await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    const event = { projectId: ctx.project.id, requestId: "req_test", kind: "session.sign_in", createdAt: clock.now() };
    const data = [
      { outcome: "accepted", data: { factor: "authorization-code" } },
      { outcome: "refused", reason: "no_flow_in_this_browser", data: { provider: "made-up" } },
    ].map((entry) => ({ ...event, ...entry, id: createId("event", ctx.random) }));
    await ctx.db.securityEvent.createMany({ data });
    const { address, member } = await ownersOf(ctx);
    const { series } = await listSignInCounts(await member("viewer"), { ...address, range: "24h" });
    expect(series.map(({ outcome, method, attempts }) => [outcome, method, attempts.at(-1)])).toEqual([
      ["refused", "", 1],
      ["signed_in", "password", 1],
      ["signed_up", "", 1],
    ]);
  });

  it("are printed by the command line", async () => {
    const { ctx } = await projectWithAttempts();
    const { operator } = await ownersOf(ctx);
    const run = (...options: string[]) =>
      runCommand({ ctx: operator }, "project", "sign-ins", ctx.project.id, ...options);
    const { stdout } = await run("--range", "30d");
    expect(stdout).toMatch(/^Since \d{4}-\d\d-\d\d \d\d:\d\d:\nOUTCOME +METHOD +ATTEMPTS\n/);
    expect(stdout).toMatch(/^signed in +passkey +[1-9]\d*$/m);
    const { json } = await run("--json");
    expect(json<SignInCounts>()).toMatchObject({ range: "7d", series: expect.any(Array) });
    expect(await run("--range", "2d")).toMatchObject({ exitCode: 2, stdout: "" });
  });

  it("are for the project's members; to strangers the project is not there", async () => {
    const { ctx, list } = await projectWithAttempts();
    const { address, stranger } = await ownersOf(ctx);
    await expect(list("24h", stranger)).rejects.toMatchObject({ code: "not_found" });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    const crossed = listSignInCounts(stranger, { ...address, organisationId, range: "24h" });
    await expect(crossed).rejects.toMatchObject({ code: "project_not_found" });
    await expect(list("24h", ctx)).rejects.toMatchObject({ code: "unauthorized" });
  });
});

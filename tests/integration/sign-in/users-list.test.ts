import { beforeAll, describe, expect, it } from "vitest";
import type { ServiceContext } from "@/lib/runtime";
import { listUsersByOwner, selectUsers } from "@/lib/sign-in/users/list-by-owner";
import { ListUsersInput } from "@/lib/sign-in/users/list-input";
import { ordersOf } from "@/lib/sign-in/users/list-order";
import { emptyControlContext } from "@/tests/support/control-database";

const PROJECT = `p_${"1".repeat(20)}`;
const OTHER = `p_${"2".repeat(20)}`;
const MANY = 100_000;

const idOf = (project: string, n: number) => `usr_${project[2]}${String(n).padStart(19, "0")}`;

let ctx: ServiceContext;

/** A hundred thousand users beside ten of another project: a fifth of them have signed in, a few are banned. */
beforeAll(async () => {
  ctx = await emptyControlContext();
  for (const id of [PROJECT, OTHER]) await ctx.db.project.create({ data: { id, name: id } });
  for (const [project, count] of [
    [PROJECT, MANY],
    [OTHER, 10],
  ] as const) {
    const prefix = `usr_${project[2]}`;
    await ctx.db.$executeRaw`
      insert into end_user (id, project_id, email, name, created_at, last_sign_in_at, banned_at, email_verified)
      select ${prefix}::text || lpad(n::text, 19, '0'), ${project},
        case when n = 77 then 'needle@hay.example' else 'user' || n || '@example.com' end,
        case n when 88 then 'Ada Lovelace' when 89 then 'User%_\\ Odd' else 'User ' || n end,
        timestamptz '2026-01-01' + n * interval '1 second',
        case when n % 5 = 0 then timestamptz '2026-02-01' + n * interval '1 second' end,
        case when n % 20000 = 0 then timestamptz '2026-03-01' end, n % 30000 <> 7
      from generate_series(1, ${count}::int) n`;
    await ctx.db.$executeRaw`
      insert into user_account (id, project_id, user_id, provider_id, account_id, created_at)
      select 'acc_' || p || ${project[2]} || lpad(n::text, 17, '0'), ${project},
        ${prefix}::text || lpad(n::text, 19, '0'), p, n::text, timestamptz '2026-01-01' + n * interval '1 second'
      from generate_series(1, ${count}::int) n,
        lateral (select 'credential' as p union all select 'github' where n % 25000 = 0) providers`;
  }
  await ctx.db.$executeRaw`
    insert into user_account (id, project_id, user_id, provider_id, account_id, created_at)
    values ('acc_twice', ${PROJECT}, ${idOf(PROJECT, 50_000)}, 'github', 'a second one', timestamptz '2026-06-01')`;
  await ctx.db.$executeRaw`analyze end_user, user_account`;
});

const list = (query: Record<string, string>, projectId = PROJECT) =>
  listUsersByOwner(ctx, { ...ListUsersInput.parse(query), projectId });

const numbers = (page: { items: { id: string }[] }) => page.items.map(({ id }) => Number(id.slice(5)));

async function all(query: Record<string, string>): Promise<number[]> {
  const seen: number[] = [];
  let before: string | null = null;
  do {
    const page = await list({ ...query, ...(before && { before }) });
    seen.push(...numbers(page));
    before = page.nextCursor;
  } while (before);
  return seen;
}

/** The statements of a list's second page, each with the plan of the kept kind, which knows no parameter. */
async function plansOf(query: Record<string, string>): Promise<string[]> {
  const plans: string[] = [];
  for (const order of ordersOf(PROJECT, ListUsersInput.parse(query))) {
    const after = { key: order.isAscending ? "user5" : "2026-02-01T00:00:00.000Z", id: idOf(PROJECT, 500) };
    const { text, values } = selectUsers(order, after, 51);
    plans.push(
      await ctx.db.$transaction(async (tx) => {
        await tx.$executeRawUnsafe("set local plan_cache_mode = force_generic_plan");
        await tx.$executeRawUnsafe("set local jit = off");
        const literals = values.map((value) => (typeof value === "number" ? value : `'${String(value)}'`));
        const types = values.map((value) => (typeof value === "number" ? "int" : "text"));
        await tx.$executeRawUnsafe(`prepare page (${types.join()}) as ${text}`);
        const rows = await tx.$queryRawUnsafe<Record<string, string>[]>(
          `explain (analyze, costs off, timing off, summary off) execute page (${literals.join()})`,
        );
        await tx.$executeRawUnsafe("deallocate page");
        return rows.map((row) => row["QUERY PLAN"]).join("\n");
      }),
    );
  }
  return plans;
}

describe("a list of a hundred thousand users", () => {
  it.each([
    ["newest first", {}],
    ["by last sign-in", { sort: "lastSignInAt" }],
    [
      "within a time of last sign-ins",
      { signedInAfter: "2026-02-01T10:00:00Z", signedInBefore: "2026-02-01T11:00:00Z" },
    ],
    ["of a provider that many have", { provider: "credential" }],
    ["of a provider that few have", { provider: "github" }],
    ["of the banned", { banned: "true" }],
    ["of those whose address is unverified", { verified: "false" }],
    ["by a text that all begin with", { search: "user" }],
    ["by a text that nobody begins with", { search: "zzz" }],
    ["by id", { search: idOf(PROJECT, 123) }],
  ])("%s reads a part of an index, and sorts nothing", async (_words, query) => {
    for (const plan of await plansOf({ ...query })) {
      expect(plan).not.toContain("Seq Scan");
      expect(plan).toMatch(/Index (Only )?Scan/);
      if (!("search" in query && query.search.startsWith("usr_"))) expect(plan).not.toContain("Sort");
      const read = [...plan.matchAll(/actual rows=([\d.]+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...read), plan).toBeLessThanOrEqual(60);
      const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(0, ...removed), plan).toBeLessThanOrEqual(60);
    }
  });

  it("finds by the start of an address, of a name or a last name, in either case, or by id, each user once", async () => {
    expect(await all({ search: "NEEDLE" })).toEqual([77]);
    expect(await all({ search: "ada" })).toEqual([88]);
    expect(await all({ search: "ada love" })).toEqual([88]);
    expect(await all({ search: "lovel" })).toEqual([88]);
    expect(await all({ search: idOf(PROJECT, 123) })).toEqual([123]);
    expect(await all({ search: idOf(OTHER, 3) }), "of another project").toEqual([]);
    const page = await list({ search: "user9999", limit: "5" });
    expect(numbers(page)).toEqual([99_990, 99_991, 99_992, 99_993, 99_994]);
    // The address, the name and the last word of the name begin with the text.
    expect((await all({ search: "user", limit: "1000" })).length).toBe(MANY);
  });

  it("takes wildcards, quotes and backslashes literally, and refuses a value that is too long or no text", async () => {
    expect(await all({ search: "user%_\\ odd" })).toEqual([89]);
    for (const search of ["%", "_", "%needle", "\\", "' or 1=1 --", "u_er1", "\u{10FFFF}", "ﬃ", "İ"]) {
      expect(await all({ search }), search).toEqual([]);
    }
    for (const query of [
      { search: "x".repeat(257) },
      { search: "a\u0000b" },
      { search: "a\nb" },
      { search: "\ud800" },
    ]) {
      expect(ListUsersInput.safeParse(query).success).toBe(false);
    }
    for (const query of [{ limit: "0" }, { limit: "1001" }, { limit: "x" }, { limit: "1.5" }, { sort: "email" }]) {
      expect(ListUsersInput.safeParse(query).success).toBe(false);
    }
    for (const query of [{ banned: "yes" }, { provider: "Git%" }, { signedInAfter: "yesterday" }, { project: "x" }]) {
      expect(ListUsersInput.safeParse(query).success).toBe(false);
    }
  });

  it("filters by provider, ban and last sign-in, alone and together, in pages that meet", async () => {
    expect(await all({ provider: "github", limit: "1" })).toEqual([50_000, 100_000, 75_000, 25_000]);
    expect(await all({ banned: "true", limit: "2" })).toEqual([100_000, 80_000, 60_000, 40_000, 20_000]);
    expect(await all({ banned: "true", provider: "github" })).toEqual([100_000]);
    expect(await all({ verified: "false", limit: "2" })).toEqual([90_007, 60_007, 30_007, 7]);
    expect(await all({ verified: "false", provider: "credential", search: "user6" })).toEqual([60_007]);
    expect(await all({ search: "user1000", banned: "false", limit: "2" })).toEqual([
      10_000, 10_001, 10_002, 10_003, 10_004, 10_005, 10_006, 10_007, 10_008, 10_009, 1_000,
    ]);
    const within = { signedInAfter: "2026-02-01T00:00:10Z", signedInBefore: "2026-02-01T00:00:30Z", limit: "2" };
    expect(await all(within)).toEqual([25, 20, 15, 10]);
    expect(numbers(await list({ sort: "lastSignInAt", limit: "2" }))).toEqual([100_000, 99_995]);
    const newest = await list({ limit: "1" });
    expect(newest.items[0]).toMatchObject({
      id: idOf(PROJECT, 100_000),
      lastSignInAt: "2026-02-02T03:46:40.000Z",
      bannedAt: "2026-03-01T00:00:00.000Z",
    });
  });

  it("takes no cursor of a list with another filter, nor of one's own making", async () => {
    const { nextCursor } = await list({ search: "user", limit: "2" });
    for (const query of [
      {},
      { search: "use" },
      { search: "user", banned: "true" },
      { search: "user", sort: "createdAt" },
    ]) {
      const refused = list({ ...(query as Record<string, string>), before: nextCursor ?? "" });
      await expect(refused, JSON.stringify(query)).rejects.toMatchObject({ code: "invalid_request" });
    }
    for (const before of ["", "~", "x", `${nextCursor}x`]) {
      await expect(list({ search: "user", before })).rejects.toMatchObject({ code: "invalid_request" });
    }
  });
});

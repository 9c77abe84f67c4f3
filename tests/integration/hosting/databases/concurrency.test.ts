import { afterAll, describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/core/errors";
import { createBranch } from "@/lib/hosting/branches/create";
import { listBranches } from "@/lib/hosting/branches/list";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { claimIdempotencyKey, keepAnswer } from "@/lib/http/api/idempotency";
import { reconcile } from "@/lib/jobs/reconcile";
import { asCustomer, createReadyDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

afterAll(() => service.close());

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => outcomeOf(make(index))));

/** The code of a refusal, or the outcome. Anything but a refusal fails the test. */
async function outcomeOf<T>(attempt: Promise<T>): Promise<T | string> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

describe("fifty creates at once", () => {
  it("RF-14: of one name: one database is made, and 49 are told `name_taken`", async () => {
    const outcomes = await times(50, () => createDatabase(owner, { name: "contested" }));
    expect(outcomes.filter((outcome) => outcome === "name_taken")).toHaveLength(49);
    const [made] = await service.db.database.findMany({ where: { name: "contested" } });
    await provisionDatabase(await service.worker(), { databaseId: made?.id ?? "" });
    expect(await service.db.database.count({ where: { name: "contested" } })).toBe(1);
    expect(await violations()).toEqual([]);
  });

  it("RF-14: under one Idempotency-Key: one is made; the others get its answer, or are told it is in flight", async () => {
    const request = { key: crypto.randomUUID(), route: "createDatabase", hash: new Uint8Array(32) };
    const attempt = async () => {
      const claim = await claimIdempotencyKey(owner, request);
      if ("replay" in claim) return JSON.parse(claim.replay.body);
      const made = await createDatabase({ ...owner, idempotencyRecordId: claim.recordId }, { name: "keyed" });
      await keepAnswer(owner, claim.recordId, 201, JSON.stringify(made));
      return made;
    };
    const outcomes = await times(50, attempt);
    const answers = outcomes.filter((outcome) => typeof outcome !== "string");
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ id }) => id))).toHaveLength(1);
    expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
      answers.length === 50 ? new Set() : new Set(["idempotency_in_flight"]),
    );
    expect(await service.db.database.count({ where: { name: "keyed" } })).toBe(1);
    expect(await attempt()).toEqual(answers[0]);
    await deleteDatabase(owner, { databaseId: answers[0].id });
  });

  it("RF-14: of different names: the plan's limit is kept to the last place", async () => {
    const small = await service.organisation("pro");
    const ctx = await service.context(small.member.owner);
    const outcomes = await times(50, (index) => createDatabase(ctx, { name: `n-${index}` }));
    expect(outcomes.filter((outcome) => outcome === "limit_reached")).toHaveLength(25);
    expect(await service.db.database.count({ where: { organisationId: small.id } })).toBe(25);
    await service.db.$transaction([
      service.db.operation.deleteMany({ where: { organisationId: small.id } }),
      service.db.database.deleteMany({ where: { organisationId: small.id } }),
    ]);
  });
});

describe("branches at once", () => {
  it("RF-16: twenty of one parent all succeed, and the parent is open afterwards", async () => {
    const parent = await createReadyDatabase(service, organisation.member.owner);
    const { connectionString } = await revealConnectionString(owner, { databaseId: parent });
    await asCustomer(connectionString, (client) => client.query("CREATE TABLE t AS SELECT 7 AS n"));
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) => createBranch(owner, { databaseId: parent, name: `b-${index}` })),
    );
    const { items } = await listBranches(owner, { databaseId: parent });
    expect(items.map(({ id }) => id).sort()).toEqual(made.map(({ branch }) => branch.id).sort());
    expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["ready"]));
    await asCustomer(connectionString, (client) => client.query("INSERT INTO t VALUES (8)"));
    expect(await violations()).toEqual([]);
    await Promise.all(items.map(({ id }) => deleteDatabase(owner, { databaseId: id })));
    expect(await violations()).toEqual([]);
  });

  it("of different parents go on side by side, also of a parent and of its own branch", async () => {
    const parent = await createReadyDatabase(service, organisation.member.owner);
    const { branch } = await createBranch(owner, { databaseId: parent, name: "side" });
    const outcomes = await times(6, (index) =>
      createBranch(owner, { databaseId: index % 2 === 0 ? parent : branch.id, name: `side-${index}` }),
    );
    expect(outcomes.filter((outcome) => typeof outcome === "string")).toEqual([]);
    expect(await violations()).toEqual([]);
  });
});

const ROUNDS = 12;
const SEED = Number(process.env.COPPICE_TEST_SEED ?? Date.now() % 2 ** 31);

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("RF-15: branch, delete, rotate, reveal and reconcile of one database, in random order", () => {
  it(`end as some order of them would (COPPICE_TEST_SEED=${SEED})`, async () => {
    const random = randomOf(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const databaseId = await createReadyDatabase(service, organisation.member.owner);
      const name = `round-${round}`;
      const verbs: Record<string, () => Promise<unknown>> = {
        branch: () => createBranch(owner, { databaseId, name }),
        delete: () => deleteDatabase(owner, { databaseId }),
        rotate: () => rotateCredential(owner, { databaseId }),
        reveal: () => revealConnectionString(owner, { databaseId }),
        reconcile: async () => reconcile(await service.worker()),
      };
      const order = Object.keys(verbs).sort(() => random() - 0.5);
      const entries = order.map(async (verb) => [verb, await outcomeOf(verbs[verb]?.() ?? Promise.resolve())] as const);
      const outcomes = Object.fromEntries(await Promise.all(entries));
      const explained = {
        round,
        order: order.join(),
        branch: outcomes.branch,
        rotate: outcomes.rotate,
        reveal: outcomes.reveal,
      };
      const allowed = {
        branch: ["database_not_found"],
        rotate: ["database_not_found"],
        reveal: ["database_not_found", "database_not_ready"],
      };
      for (const [verb, codes] of Object.entries(allowed)) {
        const outcome = outcomes[verb];
        if (typeof outcome === "string") expect(codes, JSON.stringify(explained)).toContain(outcome);
      }
      expect(outcomes.delete, JSON.stringify(explained)).toEqual(expect.objectContaining({ deleted: true }));
      const [report] = outcomes.reconcile as Awaited<ReturnType<typeof reconcile>>;
      expect(report).toMatchObject({ unreachable: null, missing: [], orphans: [] });
      expect(await service.db.database.count({ where: { id: databaseId } })).toBe(0);
      const branches = await service.db.database.count({ where: { name, status: "ready" } });
      expect(branches).toBe(typeof outcomes.branch === "string" ? 0 : 1);
      expect(await violations(), JSON.stringify(explained)).toEqual([]);
    }
  });

  it("RF-15: a branch that comes first is finished before its parent goes; one that comes second finds nothing", async () => {
    const first = await createReadyDatabase(service, organisation.member.owner);
    let deletion: Promise<unknown> | null = null;
    const crashPoint = (point: string) => {
      if (point === "branch.parent_closed") deletion = deleteDatabase(owner, { databaseId: first });
    };
    const ctx = await service.context(organisation.member.owner, { crashPoint });
    const made = await createBranch(ctx, { databaseId: first, name: "before" });
    expect(await deletion).toMatchObject({ deleted: true });
    expect(made.branch.parentDatabaseId).toBe(first);

    const second = await createReadyDatabase(service, organisation.member.owner);
    let branching: Promise<unknown> | null = null;
    const afterMark = await service.context(organisation.member.owner, {
      crashPoint: (point) => {
        if (point === "delete.journalled")
          branching = outcomeOf(createBranch(owner, { databaseId: second, name: "after" }));
      },
    });
    await deleteDatabase(afterMark, { databaseId: second });
    expect(await branching).toBe("database_not_found");
    expect(await violations()).toEqual([]);
  });
});

describe("the reconciler amid changes", () => {
  it("calls nothing orphaned or missing while databases come and go", async () => {
    const own = await service.organisation();
    const ctx = await service.context(own.member.owner);
    let isOver = false;
    const changes = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let turn = 0; turn < 5; turn++) {
          const databaseId = await createReadyDatabase(service, own.member.owner);
          await deleteDatabase(ctx, { databaseId });
        }
      }),
    ).finally(() => {
      isOver = true;
    });
    const worker = await service.worker();
    let looks = 0;
    while (!isOver) {
      const [report] = await reconcile(worker);
      expect(report).toMatchObject({ unreachable: null, missing: [], orphans: [] });
      expect(report?.settled.filter(({ outcome }) => outcome === "failed")).toEqual([]);
      looks += 1;
    }
    await changes;
    expect(looks).toBeGreaterThan(5);
    expect(await violations()).toEqual([]);
  });
});

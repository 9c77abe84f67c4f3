import { afterAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { OPERATION_LIMIT } from "@/lib/core/rate-limits";
import { createBranch } from "@/lib/hosting/branches/create";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteRestorePoint } from "@/lib/hosting/restore-points/delete";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { createReadyDatabase } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();

afterAll(() => service.close());

/** The code of a refusal, or `done`; anything else that fails, fails the test. */
async function codeOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
    return "done";
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
}

it("RF-17: a hundred and sixty restores at once by one organisation keep no other from its databases", async () => {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const { id: restorePointId } = await createRestorePoint(owner, { databaseId, name: "again and again" });
  const neighbour = await service.context((await service.organisation()).member.owner);
  const own = await createReadyDatabase(service, neighbour.actor);
  const storm = Promise.all(
    Array.from({ length: 160 }, () => codeOf(restoreInPlace(owner, { databaseId, restorePointId }))),
  );
  const answers: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) answers.push(await codeOf(rotateCredential(neighbour, { databaseId: own })));
  expect(answers).toEqual(Array(5).fill("done"));
  const outcomes = await storm;
  expect(new Set(outcomes)).toEqual(new Set(["done", "limit_reached", "rate_limited"]));
  expect(await violations()).toEqual([]);
}, 120_000);

it("RF-17: those who wait for one database's lock hold no connection that another database needs", async () => {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const other = await createReadyDatabase(service, organisation.member.owner);
  const host = await owner.hosts.get(service.hostId);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const holder = host.withLock([databaseId], () => release);
  const order: number[] = [];
  const waiters = Array.from({ length: 80 }, (_, nth) => host.withLock([databaseId], async () => order.push(nth)));
  expect(await host.withLock([other], async () => "free")).toBe("free");
  expect(await host.tryLock([databaseId], async () => "taken")).toBeNull();
  resolve();
  await Promise.all([holder, ...waiters]);
  expect(order).toEqual(Array.from({ length: 80 }, (_, nth) => nth));
});

it("RF-17: every operation counts against the limit of an organisation per minute, for any actor", async () => {
  const databaseId = await createReadyDatabase(service, organisation.member.owner);
  const rateLimiter = new MemoryRateLimiter();
  for (let nth = 0; nth < OPERATION_LIMIT.limit; nth += 1) {
    await rateLimiter.consume(OPERATION_LIMIT, `${OPERATION_LIMIT.name}:${organisation.id}`);
  }
  const { id: restorePointId } = await createRestorePoint(owner, { databaseId, name: "kept" });
  const developer: Context = { ...(await service.context(organisation.member.developer)), rateLimiter };
  const operations: [name: string, operation: () => Promise<unknown>][] = [
    ["createDatabase", () => createDatabase(developer, { name: "one more" })],
    ["createBranch", () => createBranch(developer, { databaseId, name: "one more" })],
    ["createRestorePoint", () => createRestorePoint(developer, { databaseId, name: "one more" })],
    ["restoreInPlace", () => restoreInPlace(developer, { databaseId, restorePointId })],
    ["deleteRestorePoint", () => deleteRestorePoint(developer, { databaseId, restorePointId })],
    ["rotateCredential", () => rotateCredential(developer, { databaseId })],
    ["deleteDatabase", () => deleteDatabase(developer, { databaseId })],
  ];
  for (const [name, operation] of operations) {
    await expect(operation(), name).rejects.toMatchObject({
      code: "rate_limited",
      retryAfterSeconds: expect.any(Number),
    });
  }
  const stranger: Context = { ...(await service.context((await service.organisation()).member.owner)), rateLimiter };
  expect(await codeOf(createDatabase(stranger, { name: "another organisation's" }))).toBe("done");
});

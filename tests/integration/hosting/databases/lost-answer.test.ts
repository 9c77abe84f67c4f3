import { afterAll, beforeAll, expect, it } from "vitest";
import { createDatabase } from "@/lib/hosting/databases/create";
import { claimIdempotencyKey, releaseIdempotencyKey } from "@/lib/http/api/idempotency";
import { type HostingService, openHostingService } from "@/tests/support/databases";

let service: HostingService;

beforeAll(async () => {
  service = await openHostingService();
});

afterAll(() => service.close());

it("RF-01: a create whose answer was lost is found again by its Idempotency-Key, and not made twice", async () => {
  const { member } = await service.organisation();
  const request = { key: "lost", route: "createDatabase", hash: new Uint8Array(32) };
  const attempt = async () => {
    const ctx = await service.context(member.owner);
    const claim = await claimIdempotencyKey(ctx, request);
    if (!("recordId" in claim)) throw new Error("nothing was kept that could be replayed");
    ctx.idempotencyRecordId = claim.recordId;
    const { id } = await createDatabase(ctx, { name: "lost" });
    return { ctx, id, recordId: claim.recordId };
  };
  const first = await attempt();
  // The key is released after a failure that another attempt may get past, such as a commit without acknowledgement.
  await releaseIdempotencyKey(first.ctx, first.recordId);
  const second = await attempt();
  expect(second.id).toBe(first.id);
  expect(await service.db.database.count({ where: { organisationId: member.owner.organisationId } })).toBe(1);
});

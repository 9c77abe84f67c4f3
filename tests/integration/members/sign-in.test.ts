import { describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/crypto/password";
import { createId } from "@/lib/ids";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { signInMember } from "@/lib/members/sign-in";
import { createOrganisation, makeContext, random } from "@/tests/support/context";

const PASSWORD = "correct horse battery staple";

async function memberWithPassword(passwordHash: string | null) {
  const ctx = {
    ...(await makeContext({ actor: { kind: "anonymous", id: "anonymous" } })),
    rateLimiter: new MemoryRateLimiter(),
  };
  const organisation = await createOrganisation();
  const id = createId("member", random);
  const email = `${id}@sign-in.example`;
  await ctx.db.member.create({ data: { id, organisationId: organisation.id, email, role: "owner", passwordHash } });
  return { ctx, id, email, organisationId: organisation.id };
}

describe("signing a member in", () => {
  it("answers who signed in, and leaves an audit row", async () => {
    const { ctx, id, email, organisationId } = await memberWithPassword(await hashPassword(PASSWORD));
    await expect(signInMember(ctx, { email, password: PASSWORD })).resolves.toEqual({
      memberId: id,
      organisationId,
      role: "owner",
    });
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: id } });
    expect(events).toMatchObject([{ action: "member.sign_in", actorId: id, data: { outcome: "accepted" } }]);
  });

  it("refuses an unknown address, a member without a password and a wrong password in the same words (EN-01)", async () => {
    const known = await memberWithPassword(await hashPassword(PASSWORD));
    const without = await memberWithPassword(null);
    const attempts = [
      signInMember(known.ctx, { email: known.email, password: "wrong" }),
      signInMember(known.ctx, { email: "nobody@sign-in.example", password: "wrong" }),
      signInMember(without.ctx, { email: without.email, password: PASSWORD }),
    ];
    const refusals = await Promise.all(attempts.map((attempt) => attempt.catch((error: Error) => error)));
    const seen = refusals.map((refusal) => ({ ...(refusal as object), message: (refusal as Error).message }));
    expect(seen[0]).toMatchObject({ code: "unauthorized" });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    const events = await known.ctx.db.auditEvent.findMany({ where: { targetId: known.id } });
    expect(events).toMatchObject([{ action: "member.sign_in", data: { outcome: "refused" } }]);
  });

  it("refuses the right password after five wrong ones, and counts for unknown addresses alike (BF-01, EN-07)", async () => {
    const { ctx, email } = await memberWithPassword(await hashPassword(PASSWORD));
    for (const address of [email, "ghost@sign-in.example"]) {
      for (let attempt = 0; attempt < 5; attempt++) {
        await expect(signInMember(ctx, { email: address, password: "wrong" })).rejects.toMatchObject({
          code: "unauthorized",
        });
      }
      await expect(signInMember(ctx, { email: address, password: PASSWORD })).rejects.toMatchObject({
        code: "rate_limited",
        retryAfterSeconds: expect.any(Number),
      });
      ctx.rateLimiter = new MemoryRateLimiter();
    }
  });

  it("counts per client address, whatever accounts are tried (BF-05)", async () => {
    const { ctx } = await memberWithPassword(null);
    for (let attempt = 0; attempt < 10; attempt++) {
      const email = `spray-${attempt}@sign-in.example`;
      await expect(signInMember(ctx, { email, password: "wrong" })).rejects.toMatchObject({ code: "unauthorized" });
    }
    await expect(signInMember(ctx, { email: "spray-11@sign-in.example", password: "wrong" })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});

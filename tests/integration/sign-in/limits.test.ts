import { describe, expect, it } from "vitest";
import { addressBucket } from "@/lib/core/address-bucket";
import { countAddress, countAttempt, countMail } from "@/lib/sign-in/flow/limits";
import { expectSignInError, makeUserContext } from "@/tests/support/sign-in";
import type { TestRequest } from "@/tests/support/test-browser";

const from = (ctx: TestRequest, clientAddress: string): TestRequest => ({ ...ctx, clientAddress });

describe("the limit per client address", () => {
  it("BF-12: is the owner's: the sixth of five is refused with the time to wait", async () => {
    const limits = { signInPerAddress: { limit: 5, windowSeconds: 60 } };
    const ctx = await makeUserContext({ settings: { limits } });
    for (let i = 0; i < 5; i += 1) await countAddress(ctx, "signInPerAddress");
    await expect(countAddress(ctx, "signInPerAddress")).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
      retryAfterSeconds: expect.closeTo(60, -1),
    });
    await countAddress(ctx, "signUpPerAddress");
    await countAddress(from(ctx, "203.0.113.9"), "signInPerAddress");
  });

  it("BF-07: is one for all addresses of an IPv6 /64, and another for the next", async () => {
    const limits = { signInPerAddress: { limit: 2, windowSeconds: 60 } };
    const ctx = await makeUserContext({ settings: { limits } });
    await countAddress(from(ctx, "2001:db8:1:2::1"), "signInPerAddress");
    await countAddress(from(ctx, "2001:db8:1:2:ffff:ffff:ffff:ffff"), "signInPerAddress");
    await expectSignInError(countAddress(from(ctx, "2001:DB8:1:2:a::"), "signInPerAddress"), "TOO_MANY_REQUESTS");
    await countAddress(from(ctx, "2001:db8:1:3::1"), "signInPerAddress");
    expect(addressBucket("2001:db8:1:2:3::4")).toBe("2001:db8:1:2::");
  });

  it("is each project's own", async () => {
    const limits = { signInPerAddress: { limit: 1, windowSeconds: 60 } };
    const [one, other] = [
      await makeUserContext({ settings: { limits } }),
      await makeUserContext({ settings: { limits } }),
    ];
    await countAddress(one, "signInPerAddress");
    await countAddress({ ...other, rateLimiter: one.rateLimiter }, "signInPerAddress");
    await expectSignInError(countAddress(one, "signInPerAddress"), "TOO_MANY_REQUESTS");
  });
});

describe("in development on one's own machine", () => {
  const lenient = async (settings = {}) => {
    const ctx = await makeUserContext({ settings });
    return { ...ctx, signIn: { ...ctx.signIn, hasLenientLimits: true } };
  };
  const attempts = (count: number) => Array.from({ length: count });

  it("a person who tries by hand meets no default limit on requests and mails", async () => {
    const ctx = await lenient();
    for (const _ of attempts(40)) {
      await countAddress(ctx, "signUpPerAddress");
      await countAddress(ctx, "signInPerAddress");
      await countMail(ctx, "ada@example.com");
    }
  });

  it("a limit that the project has set holds, and so do those on guesses", async () => {
    const ctx = await lenient({ limits: { signInPerAddress: { limit: 1, windowSeconds: 60 } } });
    await countAddress(ctx, "signInPerAddress");
    await expectSignInError(countAddress(ctx, "signInPerAddress"), "TOO_MANY_REQUESTS");
    for (const _ of attempts(5)) await countAttempt(ctx, "ada@example.com");
    await expectSignInError(countAttempt(ctx, "ada@example.com"), "TOO_MANY_ATTEMPTS");
  });
});

it("nowhere else are limits lenient: the sixth sign-up in a minute is refused", async () => {
  const ctx = await makeUserContext();
  for (let i = 0; i < 5; i += 1) await countAddress(ctx, "signUpPerAddress");
  await expectSignInError(countAddress(ctx, "signUpPerAddress"), "TOO_MANY_REQUESTS");
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { RedisRateLimiter } from "@/lib/infra/rate-limit/redis-rate-limiter";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { RedisServer } from "@/tests/support/redis-server";
import { makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

const WRONG = "certainly not the password";
const open: RedisRateLimiter[] = [];
let redis: RedisServer;

beforeEach(async () => {
  redis = await RedisServer.start();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((limiter) => limiter.close()));
  await redis.stop();
});

/** The limiter of one process of the service, which has reached Redis. */
async function processLimiter(): Promise<RedisRateLimiter> {
  const limiter = new RedisRateLimiter(redis.url, () => undefined);
  open.push(limiter);
  const answers = () =>
    limiter.ping().then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { interval: 10 }).toBe(true);
  return limiter;
}

const outcomeOf = (ctx: TestRequest, rateLimiter: RedisRateLimiter, email: string, password = WRONG) =>
  send({ ...otherBrowser(ctx), rateLimiter }, signInWithPassword, { email, password }).then(
    () => "signed in",
    ({ code }) => code as string,
  );

it("BF-10: an account that is locked stays so in a second process and in one that was started anew", async () => {
  const ctx = await makeUserContext();
  const { email } = await signUp(otherBrowser(ctx));
  const first = await processLimiter();
  for (let i = 0; i < 5; i += 1) expect(await outcomeOf(ctx, first, email)).toBe("INVALID_EMAIL_OR_PASSWORD");
  expect(await outcomeOf(ctx, await processLimiter(), email, PASSWORD)).toBe("TOO_MANY_ATTEMPTS");
  await first.close();
  expect(await outcomeOf(ctx, await processLimiter(), email, PASSWORD)).toBe("TOO_MANY_ATTEMPTS");
});

it("BF-09: without Redis each process counts by itself: five wrong passwords and no more", async () => {
  const ctx = await makeUserContext();
  const { email } = await signUp(otherBrowser(ctx));
  const limiter = await processLimiter();
  await redis.stop();
  const outcomes: string[] = [];
  for (let i = 0; i < 7; i += 1) outcomes.push(await outcomeOf(ctx, limiter, email));
  expect(outcomes).toEqual([...Array(5).fill("INVALID_EMAIL_OR_PASSWORD"), ...Array(2).fill("TOO_MANY_ATTEMPTS")]);
});

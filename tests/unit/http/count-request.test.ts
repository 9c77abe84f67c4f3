import { expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { countRequest } from "@/lib/http/api/count-request";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";

const ANYBODY: Actor = { kind: "anonymous", id: "anonymous" };

it("requests that need no key count per address, of IPv6 per network", async () => {
  const limiter = new MemoryRateLimiter();
  const count = (clientAddress: string | null) => countRequest(limiter, "search", { actor: ANYBODY, clientAddress });
  for (let n = 0; n < 60; n += 1) await count(`2001:db8:1:2::${n.toString(16)}`);
  await expect(count("2001:db8:1:2:ffff::1")).rejects.toMatchObject({ code: "rate_limited" });
  for (const other of ["2001:db8:1:3::1", "203.0.113.7", null]) {
    expect((await count(other)).RateLimit).toMatch(/^"search";r=59;t=\d+$/);
  }
});

import { expect, it } from "vitest";
import { isForFunction } from "@/lib/services/functions/invocations/request-headers";

it("AT-M1: a header that tells an address stays behind, whichever proxy or network it is of", () => {
  const told = ["x-forwarded-for", "forwarded", "x-original-forwarded-for", "x-vercel-forwarded-for", "x-real-ip"];
  const networks = ["cf-connecting-ip", "cf-connecting-ipv6", "do-connecting-ip", "true-client-ip", "x-azure-clientip"];
  const others = ["x-azure-socketip", "x-appengine-user-ip", "ali-cdn-real-ip", "cdn-src-ip", "x-remote-addr"];
  const older = ["x-client-ip", "x-cluster-client-ip", "x-envoy-external-address", "x-connection-address", "remote-ip"];
  for (const name of [...told, ...networks, ...others, ...older]) expect(isForFunction(name), name).toBe(false);
});

it("credentials and the service's own headers stay behind, and all others are the function's", () => {
  for (const name of ["authorization", "cookie", "proxy-authorization", "x-coppice-caller"]) {
    expect(isForFunction(name), name).toBe(false);
  }
  for (const name of [
    "stripe-signature",
    "x-ship-to",
    "x-tip",
    "x-address",
    "x-forwarded-proto",
    "x-user",
    "x-ip-plan",
    "traceparent",
  ])
    expect(isForFunction(name), name).toBe(true);
});

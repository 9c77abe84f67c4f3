import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHostedPageKey, readHostedPageKey } from "@/lib/sign-in/pages/key";
import { FixedClock, random } from "@/tests/support/context";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";
import { makeUserContext, newEmail } from "@/tests/support/sign-in";
import type { TestRequest } from "@/tests/support/test-browser";

const APP = "https://app.example.com";
const NOBODY = { actor: { kind: "anonymous", id: "anonymous" }, requestId: "req_1" } as const;

let server: InProcessServer;
let clock: FixedClock;
let ctx: TestRequest;

beforeAll(async () => {
  server = await startInProcess();
  clock = new FixedClock();
  ctx = await makeUserContext({ clock, settings: { allowedOrigins: [APP] } });
});

afterAll(() => server.close());

describe("the key of a hosted page", () => {
  it("names its project until it is too old", async () => {
    const key = createHostedPageKey(ctx, ctx.project.id);
    expect(readHostedPageKey(ctx, key)).toBe(ctx.project.id);
    clock.advance(12 * 3_600_000);
    expect(readHostedPageKey(ctx, key)).toBeNull();
  });

  it("cannot be made for another project or a later time", async () => {
    const other = await makeUserContext({ clock });
    const key = createHostedPageKey(ctx, ctx.project.id);
    const [, expiresAt = ""] = key.split(":");
    expect(readHostedPageKey(ctx, key.replace(ctx.project.id, other.project.id))).toBeNull();
    expect(readHostedPageKey(ctx, key.replace(`:${expiresAt}:`, `:${Number(expiresAt) + 1}:`))).toBeNull();
    expect(readHostedPageKey(ctx, key.slice(0, -1))).toBeNull();
    for (const text of ["", "hp_coppice_", `hp_coppice_${ctx.project.id}`, `hp_coppice_:${random.bytes(3).join("")}`]) {
      expect(readHostedPageKey(ctx, text)).toBeNull();
    }
  });

  const OWN = "http://coppice.example";
  const session = { path: "/get-session", method: "GET" };
  const signIn = { path: "/sign-in/email", method: "POST", body: { email: newEmail(), password: "not the password" } };

  /** Returns the wire's answer to the page's key from the place that these headers tell. */
  async function ask({ path, method, body }: typeof session & { body?: unknown }, headers: Record<string, string>) {
    const response = await fetch(`${server.baseUrl}/v1/auth-tenant${path}`, {
      method,
      headers: {
        authorization: `Bearer ${createHostedPageKey(server.runtime.context(NOBODY), ctx.project.id)}`,
        "x-coppice-project-id": ctx.project.id,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.status === 200 ? "200" : `${response.status} ${(await response.json()).code}`;
  }

  it("opens the wire to pages of the service", async () => {
    const same = { "sec-fetch-site": "same-origin" };
    for (const headers of [{ ...same, origin: OWN }, { origin: OWN }]) {
      expect(await ask(signIn, headers)).toBe("401 INVALID_EMAIL_OR_PASSWORD");
    }
    for (const headers of [same, { ...same, referer: `${OWN}/auth/x/account` }, { referer: `${OWN}/auth/x/account` }]) {
      expect(await ask(session, headers), JSON.stringify(headers)).toBe("200");
    }
  });

  it("CS-04: is worth nothing to programs and to pages of elsewhere, also of a sibling host or an allowed origin", async () => {
    const elsewhere: Record<string, string>[] = [
      {},
      { origin: APP },
      { origin: "null" },
      { origin: "http://sub.coppice.example", "sec-fetch-site": "same-site" },
      { origin: OWN, "sec-fetch-site": "cross-site" },
      { origin: `${OWN}.evil.example` },
      { "sec-fetch-site": "none" },
      { referer: `${APP}/auth` },
      { referer: "not an address" },
    ];
    for (const headers of elsewhere) {
      for (const request of [session, signIn]) {
        expect(await ask(request, headers), JSON.stringify(headers)).toBe("401 INVALID_PUBLIC_KEY");
      }
    }
  });
});

import { existsSync, readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime } from "@/lib/runtime";
import { signInAs } from "@/tests/support/dashboard-session";
import {
  ask,
  createTestOrganisation,
  type Lane,
  lane,
  laneContext,
  laneVariables,
  publicUrl,
} from "@/tests/support/lanes";
import { exchangeUntilClosed, RawConnection, statusesIn } from "@/tests/support/raw-connection";

const HOST = new URL(publicUrl).host;
const PAGE = "/dashboard";
/** Next logs it, and other tests try zeros as codes, which no log may hold. */
const UNKNOWN_ACTION = "ab".repeat(21);
const actions: string[] = Object.keys(
  JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8")).node,
);
const canary = join(tmpdir(), `coppice-canary-${process.pid}`);
const PROGRAM = `process.mainModule.require('fs').writeFileSync('${canary}', '')`;

type Fields = Record<string, string>;

/** The input of React's decoder: forged chunks, prototypes, functions and references that lead nowhere. */
const FORGED: Record<string, Fields> = {
  "a forged chunk with a program": {
    0: JSON.stringify({
      // biome-ignore lint/suspicious/noThenProperty: the attack is a promise of its own.
      ...{ then: "$1:__proto__:then", status: "resolved_model", reason: -1, value: '{"then":"$B1337"}' },
      _response: { _prefix: PROGRAM, _chunks: "$Q2", _formData: { get: "$1:constructor:constructor" } },
    }),
    1: '"$@0"',
    2: "[]",
  },
  "a prototype": { 0: '["$1:__proto__:then"]', 1: "{}" },
  "a constructor": { 0: '["$1:constructor:constructor"]', 1: "{}" },
  "a function of Node's": { 0: '["$F1"]', 1: JSON.stringify({ id: "child_process#execSync", bound: ["id"] }) },
  "a part that is missing": { 0: '["$7:a"]' },
  "parts that name each other": { 0: '["$1"]', 1: '["$0"]' },
  "no JSON": { 0: "{" },
  "no parts": {},
};

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The input that costs much more to read than to send. */
const COSTLY: Record<string, Fields> = {
  "arrays within arrays": { 0: "[".repeat(100_000) + "]".repeat(100_000) },
  "a number of many digits": { 0: `["$n${"9".repeat(900_000)}"]` },
  "a map that is named again and again": {
    0: JSON.stringify(numbers(20_000).map(() => "$Q1")),
    1: JSON.stringify(numbers(20_000).map((index) => [index, index])),
  },
  "parts in a chain": Object.fromEntries(numbers(5_000).map((index) => [index, `["$${(index + 1).toString(16)}"]`])),
  "more than a megabyte": { 0: JSON.stringify(["x".repeat(3_000_000)]) },
};

interface Post {
  action: string | null;
  fields: Fields;
}

/** Posts the parts to a page as its own browser would: from its own origin. */
async function post(lane: Lane, { action, fields }: Post): Promise<{ status: number; text: string }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const encoded = new Request(publicUrl, { method: "POST", body: form });
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = {
    ...{ host: HOST, origin: publicUrl, accept: "text/x-component", "content-length": body.length },
    "content-type": encoded.headers.get("content-type") ?? "",
    ...(action === null ? {} : { "next-action": action }),
  };
  return new Promise((resolve, reject) => {
    const asking = httpRequest(lane.baseUrl + PAGE, { method: "POST", headers }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, text: (await answer.toArray()).join("") });
    });
    asking.once("error", reject);
    asking.end(body);
  });
}

/** Of one process alone, which would count anew after a restart. */
const uptimeOf = async (lane: Lane) => (await ask(lane, "GET", "/info")).json.uptimeSeconds as number;

function upgradeOf(target: string, host: string): string {
  const fields = [`Host: ${host}`, "Connection: Upgrade, close", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];
  return `GET ${target} HTTP/1.1\r\n${[...fields, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="].join("\r\n")}\r\n\r\n`;
}

it("HT-07: the API lane answers a request for an upgrade like any other, and keeps no connection open for it", async () => {
  // Next listens for upgrades from its first page on.
  await ask(lane, "GET", PAGE);
  for (const target of ["/info", PAGE, "/nowhere"]) {
    const received = await exchangeUntilClosed(lane.baseUrl, upgradeOf(target, HOST));
    expect(statusesIn(received)).toHaveLength(1);
    expect(statusesIn(received)[0]).not.toBe(101);
  }
});

describe("a hostile request", () => {
  const forged = Object.entries(FORGED).map(([title, fields], place) => ({ title, fields, place }));

  it.each(forged)("HT-06: $title in place of an action's arguments runs nothing", async ({ fields, place }) => {
    const before = await uptimeOf(lane);
    for (const action of [null, UNKNOWN_ACTION]) {
      const { status } = await post(lane, { action, fields });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
    // The decoder is the same for all actions, of which each meets one: tests/integration/web asks each by itself.
    for (const action of actions.filter((_, index) => index % forged.length === place)) {
      const { status, text } = await post(lane, { action, fields });
      // A known action runs, and answers in its own words that nobody is signed in or that it was asked amiss.
      expect(text).not.toContain('"isDone":true');
      expect(status).toBeLessThan(500);
    }
    expect(existsSync(canary)).toBe(false);
    expect(await uptimeOf(lane)).toBeGreaterThanOrEqual(before);
  });

  it.each(Object.entries(COSTLY))("HT-15: %s costs no more than the body's limit allows", async (_title, fields) => {
    const before = await uptimeOf(lane);
    const { status } = await post(lane, { action: UNKNOWN_ACTION, fields });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    const known = await post(lane, { action: actions[0] ?? "", fields });
    expect(known.text).not.toContain('"isDone":true');
    expect(await uptimeOf(lane)).toBeGreaterThanOrEqual(before);
  });

  it("HT-07: an upgrade to WebSocket with an address in its target or Host connects to nobody", async () => {
    let connections = 0;
    const elsewhere = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const authority = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const opened: RawConnection[] = [];
    try {
      for (const target of [`http://${authority}/`, `//${authority}/`, `/\\${authority}/`, PAGE, "/info"]) {
        for (const host of [HOST, authority]) {
          const connection = await RawConnection.open(lane.baseUrl);
          opened.push(connection);
          connection.write(upgradeOf(target, host));
          await uptimeOf(lane);
        }
      }
      expect(connections).toBe(0);
      for (const { received } of opened) expect(received).not.toContain("HTTP/1.1 101");
    } finally {
      for (const connection of opened) connection.close();
      elsewhere.close();
    }
  });

  const PRIVATE = ["/dashboard", "/dashboard/account", "/dashboard/org_00000000000000000000/members"];
  const POISON: Record<string, string>[] = [
    { "x-now-route-matches": "1" },
    { "x-nextjs-data": "1" },
    { "x-invoke-status": "200", "x-matched-path": "/docs" },
    { "x-middleware-prefetch": "1", purpose: "prefetch" },
    { rsc: "1", "next-router-prefetch": "1" },
    { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  ];

  it.each(PRIVATE)("HT-09: %s is kept by no cache, for any request", async (path) => {
    for (const headers of [{}, ...POISON]) {
      for (const query of ["", "?__nextDataReq=1", "?_rsc=1"]) {
        const answer = await ask(lane, "GET", path + query, { headers });
        const cacheControl = answer.headers.get("cache-control") ?? "";
        const location = answer.headers.get("location") ?? "";
        // Next sends a client's own kind of request on to the address of its own kind, which no cache keeps unasked.
        const isSentOn = answer.status === 307 && location.startsWith(`${path}?`) && cacheControl === "";
        if (!isSentOn) expect(cacheControl, JSON.stringify([headers, query])).toMatch(/^private, .*no-store/);
        expect(`${location} ${answer.text}`).not.toContain("evil.example");
      }
    }
  });

  it("HT-09: a member's page is for that member alone, also right after they looked at it", async () => {
    const { organisationId, memberIds } = await createTestOrganisation();
    const runtime = createRuntime(readEnvironment({ ...laneVariables, LOG_LEVEL: "silent" }));
    try {
      const { cookie } = await signInAs(runtime, (await laneContext()).db, memberIds.viewer);
      const path = `/dashboard/${organisationId}/members`;
      const own = await ask(lane, "GET", path, { headers: { cookie, "x-now-route-matches": "1" } });
      expect([own.status, own.text.includes(`owner@${organisationId}.example`)]).toEqual([200, true]);
      expect(own.headers.get("cache-control")).toMatch(/^private, .*no-store/);
      expect(own.headers.getSetCookie()).toEqual([]);
      for (const headers of [{}, ...POISON]) {
        const { text } = await ask(lane, "GET", path, { headers });
        expect(text).not.toContain(`owner@${organisationId}.example`);
      }
    } finally {
      await runtime.close();
    }
  });
});

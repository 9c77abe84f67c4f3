import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabaseClient } from "@/lib/core/db/client";
import { ensureDashboardProject } from "@/lib/people/accounts/dashboard-project";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { newControlUrl } from "@/tests/support/clusters";
import { makeContext, testKey } from "@/tests/support/context";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";

const folder = mkdtempSync(join(tmpdir(), "coppice-refused-"));
const THROUGH_PROXY = { "x-client-address": "192.0.2.1" };
let service: RunningProcess;
let baseUrl: string;
let passage: Passage;

/** The way to the control plane, which can be closed. */
class Passage {
  readonly #open = new Set<Socket>();
  #server: Server | null = null;
  readonly #to: number;
  port = 0;

  constructor(to: number) {
    this.#to = to;
  }

  async open(): Promise<void> {
    this.#server = createServer((inward) => {
      const outward = connect(this.#to, "127.0.0.1");
      for (const socket of [inward, outward]) {
        this.#open.add(socket);
        socket.on("error", () => socket.destroy()).on("close", () => this.#open.delete(socket));
      }
      inward.pipe(outward).pipe(inward);
    });
    await once(this.#server.listen(this.port, "127.0.0.1"), "listening");
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server?.close();
    for (const socket of this.#open) socket.destroy();
  }
}

beforeAll(async () => {
  // Hosts of other tests, which are gone by now, would keep the service from being ready.
  const controlUrl = new URL(await newControlUrl());
  const pool = new pg.Pool({ connectionString: controlUrl.href });
  const ctx = { ...(await makeContext()), db: createDatabaseClient(pool, () => undefined) };
  await ensureDashboardProject(ctx, { isSignUpOpen: true });
  await pool.end();
  controlUrl.searchParams.delete("host");
  passage = new Passage(Number(controlUrl.port));
  await passage.open();
  controlUrl.port = String(passage.port);
  const port = await findFreePort([]);
  baseUrl = `http://127.0.0.1:${port}`;
  service = startProcess(join(folder, "web.log"), ["dist/server.js"], {
    DATABASE_URL: controlUrl.href,
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: baseUrl,
    COPPICE_ROLES: "web",
    PORT: String(port),
    CLIENT_ADDRESS_HEADER: "x-client-address",
    LOG_LEVEL: "warn",
  });
  await untilReady(baseUrl, service);
});

afterAll(async () => {
  await service.stop();
  await passage.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(baseUrl + path, { headers, redirect: "manual" });

describe("a page of the dashboard", () => {
  it.each(["/dashboard", "/dashboard/", "/dashboard/org_00000000000000000000", "/dashboard/account"])(
    "%s that was not asked for through the ingress proxy is refused in one sentence",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(403);
      expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await response.text()).toBe("This request didn't come through the service's reverse proxy.\n");
      expect(readFileSync(service.logFile, "utf8")).not.toContain("    at ");
    },
  );

  it("is rendered again once a control plane that did not answer does", async () => {
    const signedOut = () => ask("/dashboard", THROUGH_PROXY).then(({ status }) => status);
    await expect.poll(signedOut).toBe(307);
    await passage.close();
    const response = await ask("/dashboard", THROUGH_PROXY);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("5");
    expect(await response.text()).toMatch(/^The service is temporarily unavailable\./);
    expect((await ask("/docs", THROUGH_PROXY)).status).toBe(200);
    await passage.open();
    await expect.poll(signedOut).toBe(307);
  });
});

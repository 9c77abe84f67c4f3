import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { lane, laneContext, laneVariables } from "@/tests/support/lanes";
import { type RunningProcess, startProcess, untilReady } from "@/tests/support/lanes-setup";

const LINK = "http://localhost:5173/return?token=t0k3n";
const CODE = "481516";
const DAY_MS = 86_400_000;

const folder = mkdtempSync(join(tmpdir(), "coppice-inbox-"));
let service: RunningProcess;
let port: number;
let mailId: string;

beforeAll(async () => {
  port = await findFreePort([]);
  const own = { COPPICE_ROLES: "web", PORT: String(port), COPPICE_URL: `http://localhost:${port}` };
  service = startProcess(join(folder, "service.log"), ["dist/server.js"], { ...laneVariables, ...own });
  await untilReady(`http://127.0.0.1:${port}`, service);
  const content = { link: LINK, code: CODE, expiresInMinutes: 10 };
  const ctx = await laneContext();
  mailId = await queueMail(ctx, { projectId: null, kind: "sign-in", to: "ada@example.com", content });
  // It stays the newest, whichever mails the other tests of a run send meanwhile.
  await ctx.db.mailMessage.update({ where: { id: mailId }, data: { createdAt: new Date(Date.now() + DAY_MS) } });
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Unlike `fetch`, names any host, as a browser does to which a name was given that leads to this machine. */
function get(path: string, host = `localhost:${port}`, baseUrl = `http://127.0.0.1:${port}`) {
  return new Promise<{ status: number; policy: string; body: string }>((resolve, reject) => {
    const asked = request(new URL(path, baseUrl), { headers: { host } }, async (answer) => {
      const policy = String(answer.headers["content-security-policy"]);
      resolve({ status: answer.statusCode ?? 0, policy, body: await text(answer) });
    });
    asked.on("error", reject).end();
  });
}

const paths = () => ["/inbox", `/inbox/${mailId}`, `/inbox/${mailId}/html`];

describe("the inbox page of a service on one's own machine", () => {
  it("lists mails, and shows the newest with its code and link, its HTML in a frame and its text", async () => {
    for (const path of ["/inbox", `/inbox/${mailId}`]) {
      const { status, body, policy } = await get(path);
      expect(status).toBe(200);
      for (const shown of ["Sign in to", "ada@example.com", CODE, LINK, "Plain text"]) expect(body).toContain(shown);
      expect(body).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
      expect(body).toContain(`src="/inbox/${mailId}/html"`);
      expect(policy).toContain("frame-src 'self'");
    }
    expect((await get("/inbox/mail_00000000000000000000")).status).toBe(404);
  });

  it("frames the HTML of a mail where no script runs and nothing of the service can be reached", async () => {
    const { status, body, policy } = await get(`/inbox/${mailId}/html`);
    expect(status).toBe(200);
    expect(body).toContain(CODE);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain("script-src");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  });

  it("is not there by a name that somebody else may have led to this machine", async () => {
    for (const path of paths()) {
      const { status, body } = await get(path, "evil.example");
      expect(status, path).toBe(404);
      expect(body).not.toContain(CODE);
    }
  });
});

it("a service with a public name has no inbox page", async () => {
  for (const path of paths()) expect((await get(path, "localhost", lane.baseUrl)).status, path).toBe(404);
});

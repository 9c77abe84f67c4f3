import { describe, expect, it } from "vitest";
import { createAdminKey } from "@/lib/people/admin-keys/create";
import { submitAbuseReport } from "@/lib/services/abuse-reports/submit";
import { anotherProcess, ask, expectRefusal, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { askAuth, createSignInProject, PASSWORD } from "@/tests/support/sign-in-lanes";

async function newAdminKey(): Promise<string> {
  const { secret } = await createAdminKey(await laneContext(), { name: "test", expiresAt: null });
  usedSecrets.add(secret);
  return secret;
}

describe("administration", () => {
  it("AB-05: a report leads to a suspension, which every process of the service knows with the next request", async () => {
    const key = await newAdminKey();
    const project = await createSignInProject();
    const report = { severity: "phishing", description: "It imitates my bank.", projectId: project.id } as const;
    const { id } = await submitAbuseReport(await laneContext(), report);
    const body = { email: "ada@example.com", password: PASSWORD };
    const processes = [lane, await anotherProcess()];
    const signIn = () => processes.map((each) => () => askAuth(each, project, "POST", "/sign-in/email", { body }));
    for (const attempt of signIn()) expect((await attempt()).status).toBe(401);

    const list = await ask(lane, "GET", "/v1/admin/abuse-reports?severity=phishing&limit=200", { key });
    expect(list.json.items).toContainEqual(expect.objectContaining({ id, reportedProjectId: project.id }));
    const resolution = { id, resolution: "suspended" };
    const resolved = await ask(lane, "PATCH", "/v1/admin/abuse-reports", { key, body: resolution });
    expect(resolved.json).toMatchObject({ id, status: "resolved", project: { status: "suspended" } });
    for (const attempt of signIn()) {
      const refused = await attempt();
      expect([refused.status, refused.json.code]).toEqual([403, "PROJECT_SUSPENDED"]);
    }
    expectRefusal(await ask(lane, "PATCH", "/v1/admin/abuse-reports", { key, body: resolution }), "conflict");

    const lift = { projectId: project.id, note: "Gone." };
    const lifted = await ask(lane, "POST", "/v1/admin/projects/unsuspend", { key, body: lift });
    expect(lifted.json).toEqual({ projectId: project.id, status: "active" });
    for (const attempt of signIn()) expect((await attempt()).status).toBe(401);
  });

  it("lists the processes of the service, which write that they run", async () => {
    const key = await newAdminKey();
    const { json } = await ask(lane, "GET", "/v1/admin/deploys?service=worker", { key });
    expect(json.items).toContainEqual(expect.objectContaining({ service: "worker", status: "running", endedAt: null }));
    const leaving = new AbortController();
    const response = await fetch(`${lane.baseUrl}/v1/admin/deploys?service=worker&limit=1`, {
      headers: { Authorization: `Bearer ${key}`, Accept: "text/event-stream" },
      signal: leaving.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toMatch(/^event: deploy\ndata: \{"id":"ins_\w{20}","service":"worker"/);
    leaving.abort();
  });

  it("tells how sign-ins go", async () => {
    const { json } = await ask(lane, "GET", "/v1/admin/auth-reliability", { key: await newAdminKey() });
    expect(Object.keys(json.windows)).toEqual(["5m", "1h", "24h"]);
  });
});

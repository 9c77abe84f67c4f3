import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createAuthClient } from "better-auth/client";
import { deviceAuthorizationClient } from "better-auth/client/plugins";
import { describe, expect, it } from "vitest";
import { readGuide } from "@/tests/support/guides/guide-blocks";
import { type Lane, lane, laneContext, readLogs, usedSecrets } from "@/tests/support/lanes";
import { findLeaks } from "@/tests/support/leaked-secrets";
import { askAuth, createSignInProject, type SignInProject, signUp } from "@/tests/support/sign-in-lanes";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const CLIENT = "acme-cli";
const ON = { methods: { deviceCode: true } };

const newProject = (settings = {}) => createSignInProject({ ...ON, ...settings });

/** A program on the command line, with the published client of better-auth. */
function connectDevice(lane: Lane, project: SignInProject) {
  const client = createAuthClient({
    baseURL: lane.baseUrl,
    basePath: "/v1/auth-tenant",
    plugins: [deviceAuthorizationClient()],
    fetchOptions: { headers: { "x-coppice-project-id": project.id, "x-coppice-public-key": project.publicKey } },
  });
  const start = async () => {
    const { data, error } = await client.device.code({ client_id: CLIENT, scope: "profile" });
    expect(error).toBeNull();
    if (!data) throw new Error("no codes");
    usedSecrets.add(data.device_code);
    return data;
  };
  const poll = async (device_code: string, client_id = CLIENT) => {
    await forgetPoll(project);
    const answer = await client.device.token({ grant_type: GRANT, device_code, client_id });
    if (answer.data) usedSecrets.add(answer.data.access_token);
    return answer;
  };
  return { client, start, poll };
}

/** Makes the next poll one that comes in time. */
async function forgetPoll({ id }: SignInProject, lastPolledAt: Date | null = null): Promise<void> {
  await (await laneContext()).db.deviceGrant.updateMany({ where: { projectId: id }, data: { lastPolledAt } });
}

/** The page of an app on which its user answers. */
function answerAs(lane: Lane, project: SignInProject, cookie: string) {
  return (verb: "approve" | "deny", userCode: string) =>
    askAuth(lane, project, "POST", `/device/${verb}`, { cookie, body: { userCode } });
}

describe("a device without a browser", () => {
  it("signs in once its user approves, with better-auth's client, and once only", async () => {
    const project = await newProject();
    const { client, start, poll } = connectDevice(lane, project);
    const codes = await start();
    expect(codes).toMatchObject({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: expect.stringMatching(new RegExp(`/auth/${project.id}/device$`)),
      verification_uri_complete: `${codes.verification_uri}?user_code=${codes.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect((await poll(codes.device_code)).error).toMatchObject({ status: 400, error: "authorization_pending" });
    const user = await signUp(lane, project);
    const typed = codes.user_code.toLowerCase().replace("-", " ");
    const shown = await askAuth(lane, project, "GET", `/device?user_code=${encodeURIComponent(typed)}`, {
      cookie: user.cookie,
    });
    expect(shown.json).toEqual({ user_code: typed, status: "pending", client_id: CLIENT, scope: "profile" });
    expect((await poll(codes.device_code)).error).toMatchObject({ error: "authorization_pending" });
    const answer = answerAs(lane, project, user.cookie);
    expect((await answer("approve", typed)).json).toEqual({ success: true });
    expect((await answer("deny", typed)).json).toMatchObject({
      code: "DEVICE_CODE_ALREADY_PROCESSED",
      error: "invalid_request",
    });
    const { data } = await poll(codes.device_code);
    expect(data).toMatchObject({ token_type: "Bearer", scope: "profile", expires_in: expect.any(Number) });
    const headers = { authorization: `Bearer ${data?.access_token}` };
    const session = await client.getSession({ fetchOptions: { headers } });
    expect(session.data?.user.email).toBe(user.email);
    expect((await poll(codes.device_code)).error).toMatchObject({ error: "invalid_grant" });
    await askAuth(lane, project, "POST", "/revoke-sessions", { cookie: user.cookie, body: {} });
    expect((await client.getSession({ fetchOptions: { headers } })).data).toBeNull();
    const events = await (await laneContext()).db.securityEvent.findMany({ where: { projectId: project.id } });
    expect(events.map(({ kind, outcome }) => `${kind} ${outcome}`)).toEqual(
      expect.arrayContaining(["device.request accepted", "device.approve accepted", "session.sign_in accepted"]),
    );
  });

  it("is told that its user refused, that the code expired, and to slow down", async () => {
    const project = await newProject();
    const { client, start, poll } = connectDevice(lane, project);
    const { cookie } = await signUp(lane, project);
    const denied = await start();
    expect((await answerAs(lane, project, cookie)("deny", denied.user_code)).json).toEqual({ success: true });
    expect((await poll(denied.device_code)).error).toMatchObject({ error: "access_denied" });

    const expired = await start();
    const { db } = await laneContext();
    await db.deviceGrant.updateMany({ where: { projectId: project.id }, data: { expiresAt: new Date(0) } });
    expect((await poll(expired.device_code)).error).toMatchObject({ error: "expired_token" });
    const late = await answerAs(lane, project, cookie)("approve", expired.user_code);
    expect(late.json).toMatchObject({ code: "EXPIRED_TOKEN", error: "expired_token" });

    const fast = await start();
    await forgetPoll(project, new Date(Date.now() + 60_000));
    const ask = { grant_type: GRANT, device_code: fast.device_code, client_id: CLIENT } as const;
    expect((await client.device.token(ask)).error).toMatchObject({ status: 400, error: "slow_down" });
    const row = await db.deviceGrant.findFirstOrThrow({ where: { projectId: project.id, intervalSeconds: { gt: 5 } } });
    expect(row.intervalSeconds).toBe(10);
  });

  it("gets nothing for a wrong code, another client's, another project's, or an approval that has ended", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { start, poll } = connectDevice(lane, project);
    const codes = await start();
    const { cookie } = await signUp(lane, project);
    expect((await answerAs(lane, project, cookie)("approve", codes.user_code)).status).toBe(200);
    expect((await poll(codes.user_code)).error).toMatchObject({ error: "invalid_grant" });
    expect((await poll(codes.device_code, "other-cli")).error).toMatchObject({ error: "invalid_grant" });
    expect((await connectDevice(lane, other).poll(codes.device_code)).error).toMatchObject({ error: "invalid_grant" });
    await askAuth(lane, project, "POST", "/sign-out", { cookie, body: {} });
    expect((await poll(codes.device_code)).error).toMatchObject({ error: "access_denied" });
  });

  it("is approved by a signed-in user of its project alone, whose guesses are counted", async () => {
    const limits = { userCodePerAddress: { limit: 3, windowSeconds: 600 } };
    const [project, other] = [await newProject(), await newProject()];
    const { user_code: userCode } = await connectDevice(lane, project).start();
    const anonymous = await askAuth(lane, project, "POST", "/device/approve", { body: { userCode } });
    expect([anonymous.status, anonymous.json.error]).toEqual([401, "unauthorized"]);
    expect((await askAuth(lane, project, "GET", `/device?user_code=${userCode}`)).json).toEqual({
      user_code: userCode,
      status: "pending",
    });
    const stranger = await signUp(lane, other);
    const wrong = await answerAs(lane, other, stranger.cookie)("approve", userCode);
    expect(wrong.json).toMatchObject({ code: "INVALID_USER_CODE", error: "invalid_request" });
    const foreign = { cookie: stranger.cookie, origin: "https://evil.example", body: { userCode } };
    expect((await askAuth(lane, other, "POST", "/device/approve", foreign)).status).toBe(403);
    const strict = await newProject({ limits });
    const { cookie } = await signUp(lane, strict);
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await answerAs(lane, strict, cookie)("approve", "BCDF-GHJK")).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it("cannot ask where the project has not switched it on, or by a name that reads like a sentence", async () => {
    const [off, project] = [await createSignInProject(), await newProject()];
    const ask = (where: SignInProject, client_id: string) =>
      askAuth(lane, where, "POST", "/device/code", { body: { client_id } });
    expect((await ask(off, CLIENT)).json).toMatchObject({ code: "DEVICE_CODE_DISABLED", error: "unauthorized_client" });
    expect((await ask(project, "Support, please approve")).json).toMatchObject({ error: "invalid_client" });
    const noClient = await askAuth(lane, project, "POST", "/device/code", { body: {} });
    expect(noClient.json).toMatchObject({ code: "VALIDATION_ERROR", error: "invalid_request" });
  });

  it("has a page that approves by a click alone, and leads to the sign-in first", async () => {
    const project = await newProject();
    const { start, poll } = connectDevice(lane, project);
    const codes = await start();
    const address = `${lane.baseUrl}/auth/${project.id}/device`;
    const open = (cookie: string | null, query = `?user_code=${codes.user_code}`) =>
      fetch(`${address}${query}`, { redirect: "manual", headers: cookie === null ? {} : { cookie } });
    const first = await open(null);
    expect([first.status, first.headers.get("location")]).toEqual([
      302,
      expect.stringMatching(/\/sign-in\?redirect_to=.*device.*user_code/),
    ]);
    const { cookie, email } = await signUp(lane, project);
    const html = await (await open(cookie)).text();
    for (const text of [codes.user_code, CLIENT, email, "Approve", "Deny"]) expect(html).toContain(text);
    expect((await poll(codes.device_code)).error).toMatchObject({ error: "authorization_pending" });
    expect(await (await open(cookie, "?user_code=BCDF-GHJK")).text()).toContain("That code is wrong");
    const post = (origin: string) =>
      fetch(`${lane.baseUrl}/auth/${project.id}/forms/device`, {
        method: "POST",
        redirect: "manual",
        headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ user_code: codes.user_code, decision: "approve" }),
      });
    expect((await post("https://evil.example")).status).toBe(403);
    expect((await poll(codes.device_code)).error).toMatchObject({ error: "authorization_pending" });
    const { origin } = new URL(codes.verification_uri);
    const approved = await post(origin);
    expect([approved.status, approved.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/\/device\?done=approve$/),
    ]);
    expect((await poll(codes.device_code)).data?.token_type).toBe("Bearer");
    expect(await (await open(cookie, "?done=approve")).text()).toContain("The device is signed in");
  });

  it("leaves its codes in no log and, but for their hashes, in no table", async () => {
    const project = await newProject();
    const { device_code, user_code } = await connectDevice(lane, project).start();
    const rows = await (await laneContext()).db.deviceGrant.findMany({ where: { projectId: project.id } });
    const texts = new Map([
      ["logs", readLogs()],
      ["rows", JSON.stringify(rows)],
    ]);
    expect(findLeaks(new Set([device_code, user_code]), texts)).toEqual([]);
  });
});

it("the guide's program signs in by its code, and is signed in the next time", async () => {
  const project = await newProject();
  const { cookie, email } = await signUp(lane, project);
  const folder = await mkdtemp(join(tmpdir(), "acme-"));
  const text = readGuide("sign-in-without-cookies").find(({ file }) => file === "sign-in.mjs")?.text ?? "";
  await writeFile(join(folder, "sign-in.mjs"), text);
  const env = { AUTH_ORIGIN: lane.baseUrl, AUTH_PROJECT_ID: project.id, AUTH_PUBLIC_KEY: project.publicKey };
  const run = async () => {
    const child = spawn(process.execPath, ["sign-in.mjs"], {
      cwd: folder,
      env: { ...process.env, ...env, ACME_HOME: folder },
    });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      const userCode = /enter (\S+)$/.exec(line)?.[1];
      if (userCode) await answerAs(lane, project, cookie)("approve", userCode);
    }
    return lines;
  };
  expect(await run()).toEqual([expect.stringMatching(/^Open \S+\/device and enter/), `Signed in as ${email}`]);
  usedSecrets.add(await readFile(join(folder, "session"), "utf8"));
  expect(await run()).toEqual([`Signed in as ${email}`]);
  await rm(folder, { recursive: true });
});

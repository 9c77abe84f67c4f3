import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "@/tests/support/browser";
import { type EdgeApp, startEdgeApp } from "@/tests/support/edge-runtime";
import type { EdgeBindings } from "@/tests/support/edge-worker";
import { lane, publicUrl, usedSecrets } from "@/tests/support/lanes";
import { APP_ORIGIN, createSignInProject, newEmail, PASSWORD, type SignInProject } from "@/tests/support/sign-in-lanes";

const WORKER = fileURLToPath(new URL("../../support/edge-worker.ts", import.meta.url));

describe("the published server helpers in an edge runtime", () => {
  let project: SignInProject;
  let app: EdgeApp;

  beforeAll(async () => {
    project = await createSignInProject();
    const { id: projectId, publicKey } = project;
    const issuer = `${publicUrl}/v1/projects/${projectId}`;
    app = await startEdgeApp(WORKER, {
      OPTIONS: { projectId, publicKey, issuer, apiOrigin: lane.baseUrl, appOrigin: APP_ORIGIN },
      SESSION_SECRET: "a secret of the tests, long enough",
    } satisfies EdgeBindings);
  });
  afterAll(() => app.stop());

  const ask = (path: string, cookie: string | null = null, body?: string) =>
    fetch(`${app.origin}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: cookie === null ? {} : { cookie },
      redirect: "manual",
      ...(body !== undefined && { body }),
    });

  it("find a session, lead to the sign-in without one, and verify a token", async () => {
    const browser = new Browser(lane, project);
    const email = newEmail();
    usedSecrets.add(PASSWORD);
    expect(await (await ask("/session")).json()).toEqual({ authenticated: false });
    const led = await ask("/private");
    expect(led.status).toBe(302);
    expect(led.headers.get("location")).toContain(`/auth/${project.id}/sign-in?redirect_to=`);
    await browser.post("/sign-up/email", { email, password: PASSWORD, name: "Ada" });
    expect(await (await ask("/session", browser.cookies)).json()).toMatchObject({
      authenticated: true,
      user: { email },
    });
    expect(await (await ask("/private", browser.cookies)).text()).toBe(email);
    const { token } = (await browser.get("/token")).json as { token: string };
    usedSecrets.add(token);
    expect(await (await ask("/token", null, token)).json()).toMatchObject({ ok: true, email });
    const [header, , signature] = token.split(".");
    const forged = `${header}.${btoa(JSON.stringify({ sub: "usr_x" })).replaceAll("=", "")}.${signature}`;
    expect(await (await ask("/token", null, forged)).json()).toMatchObject({ ok: false, code: "invalid_token" });
  });

  it("begin a sign-in of an app on another site, with its cookie sealed", async () => {
    const begun = await ask("/api/auth/sign-in?return_to=/cart");
    expect(begun.status).toBeGreaterThanOrEqual(302);
    expect(begun.headers.get("location")).toContain("code_challenge=");
    expect(begun.headers.getSetCookie()).not.toEqual([]);
  });
});

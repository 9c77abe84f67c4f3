import { beforeAll, describe, expect, it } from "vitest";
import { SERVER_KEY_SCOPES, type ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { createId } from "@/lib/core/ids";
import { createServerKey } from "@/lib/sign-in/project-keys/create-server-key";
import { revokeProjectKey } from "@/lib/sign-in/project-keys/revoke";
import { random } from "@/tests/support/context";
import { fittingBody } from "@/tests/support/fitting-body";
import { ask, createTestOrganisation, expectRefusal, lane, laneContext, usedSecrets } from "@/tests/support/lanes";
import { fillPattern, fittingSegment, listedRoutes } from "@/tests/support/route-promises";
import { createSignInProject, type SignInProject } from "@/tests/support/sign-in-lanes";

/** Routes of a part that the operator has not set up answer the same to every key; the tests of that part set it up. */
const routes = listedRoutes.filter(({ definition }) => definition.auth === "server-key" && !definition.needs);
const UNKNOWN_ID = `p_${"0".repeat(20)}`;
async function makeKey({ id, organisationId }: SignInProject, scope: ServerKeyScope) {
  const input = { organisationId, projectId: id, name: scope, scope, expiresAt: null };
  const made = await createServerKey(await laneContext(), input);
  usedSecrets.add(made.secret);
  return made;
}

let project: SignInProject;
let stranger: SignInProject;
const keys = {} as Record<ServerKeyScope | "expired" | "revoked" | "stranger" | "management", string>;

beforeAll(async () => {
  const ctx = await laneContext();
  [project, stranger] = [await createSignInProject(), await createSignInProject()];
  for (const scope of SERVER_KEY_SCOPES) keys[scope] = (await makeKey(project, scope)).secret;
  const { id: projectId, organisationId } = project;
  const expired = await makeKey(project, "admin");
  await ctx.db.projectKey.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
  const revoked = await makeKey(project, "admin");
  await revokeProjectKey(ctx, { organisationId, projectId, kind: "server", keyId: revoked.id });
  Object.assign(keys, { expired: expired.secret, revoked: revoked.secret });
  keys.stranger = (await makeKey(stranger, "admin")).secret;
  keys.management = await (await createTestOrganisation()).key({ role: "owner" });
});

it("there are routes that take a server key, each with the scope it needs and its project in the path", () => {
  expect(routes.length).toBeGreaterThanOrEqual(12);
  for (const { definition, pattern } of routes) {
    expect(definition).toMatchObject({ serverKeyScope: expect.any(String), params: { projectId: "project" } });
    expect(pattern).toMatch(/^\/v1\/projects\/:projectId\//);
  }
});

describe("a route for servers", () => {
  describe.each(routes)("$method $pattern", ({ method, pattern, definition }) => {
    const needed = definition.serverKeyScope as ServerKeyScope;
    // Ids of nothing in any project.
    const unknown = Object.fromEntries(
      Object.entries(definition.params ?? {}).map(([name, shape]) => {
        return [name, fittingSegment(shape, (kind) => createId(kind, random))];
      }),
    );
    const at = (id: string) => fillPattern(pattern, (name) => (name === "projectId" ? id : (unknown[name] ?? "x")));
    const body = definition.body ? { body: {} } : {};
    const request = (id: string, key: string | undefined, headers = {}) =>
      ask(lane, method, at(id), { ...body, headers, ...(key !== undefined && { key }) });
    const found = definition.errors?.find((code) => code.endsWith("not_found")) ?? null;
    const needsMore = definition.body !== undefined && !definition.body.safeParse({}).success;
    const letIn = needsMore ? "invalid_request" : found;

    it("answers 401 without a key of a project that is good", async () => {
      const strange = [undefined, "sk_coppice_x", `${keys.admin}x`, keys.expired, keys.revoked, keys.management, "%zz"];
      for (const key of strange) {
        const answer = await request(project.id, key);
        expectRefusal(answer, "unauthorized");
        expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      }
    });

    it("lets in each scope that reaches, and no other", async () => {
      for (const scope of SERVER_KEY_SCOPES) {
        const answer = await request(project.id, keys[scope]);
        const reaches = SERVER_KEY_SCOPES.indexOf(scope) >= SERVER_KEY_SCOPES.indexOf(needed);
        if (!reaches) expectRefusal(answer, "key_scope_too_narrow");
        else if (letIn) expectRefusal(answer, letIn);
        else expect(answer.status).toBe(200);
      }
      const byPublicKey = await request(project.id, project.publicKey);
      // A bucket's policy decides the permissions of an app's pages, and here there is no bucket.
      if (definition.takesUsers) expect(byPublicKey.json.error.code).toMatch(/^(invalid_request|\w+_not_found)$/);
      else expectRefusal(byPublicKey, "key_scope_too_narrow");
    });

    it("refuses a server key that comes with an Origin, for any key and origin", async () => {
      for (const Origin of ["https://app.example.com", "null", "x"]) {
        for (const key of [keys.admin, keys.revoked]) {
          expectRefusal(await request(project.id, key, { Origin }), "server_key_in_browser");
        }
      }
    });

    it("TI: another project is the same bytes as one that never was, and text that is no id is none", async () => {
      const fitting = fittingBody(definition);
      const full = fitting ? { body: fitting } : {};
      const headers = { "X-Request-Id": "req_the-same-for-both" };
      const asked = (id: string) => ask(lane, method, at(id), { ...full, key: keys.admin, headers });
      const [theirs, unknown] = [await asked(stranger.id), await asked(UNKNOWN_ID)];
      expectRefusal(theirs, "project_not_found");
      expect(theirs.text).toBe(unknown.text);
      for (const id of ["x", "p_1", stranger.organisationId]) expectRefusal(await asked(id), "invalid_id");
    });

    it("of a suspended project can be read, not changed", async () => {
      const { db } = await laneContext();
      const suspended = await createSignInProject();
      const { secret } = await makeKey(suspended, "admin");
      await db.project.update({ where: { id: suspended.id }, data: { status: "suspended" } });
      const answer = await request(suspended.id, secret);
      if (method === "GET" && found) expectRefusal(answer, found);
      else if (method === "GET") expect(answer.status).toBe(200);
      else expectRefusal(answer, "project_suspended");
    });
  });
});

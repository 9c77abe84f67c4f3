import { describe, expect, it } from "vitest";
import { ask, expectRefusal, type Lane, lane, laneContext, publicUrl } from "@/tests/support/lanes";
import { directoryOf, newPerson, patchOf } from "@/tests/support/scim";
import { createSignInProject, createSignInServerKey } from "@/tests/support/sign-in-lanes";

const DOMAIN = "acme.example";

/** A connection whose domain counts as verified, set up by the app's server, and the values given to its directory. */
async function setUp(lane: Lane) {
  const project = await createSignInProject();
  const key = await createSignInServerKey(project, "admin");
  const server = (method: string, path = "", body?: unknown) =>
    ask(lane, method, `/v1/projects/${project.id}/sso/connections${path}`, {
      key,
      ...(body !== undefined && { body }),
    });
  const { id } = (await server("POST", "", { name: "Acme" })).json;
  expect((await server("POST", `/${id}/domains`, { domain: DOMAIN })).status).toBe(201);
  const { db } = await laneContext();
  await db.ssoDomain.updateMany({ where: { connectionId: id }, data: { verifiedAt: new Date() } });
  const token = await server("POST", `/${id}/scim-tokens`);
  expect(token).toMatchObject({ status: 201, json: { baseUrl: `${publicUrl}/scim/v2`, status: "active" } });
  return { server, id, token: token.json, directory: directoryOf(lane, token.json.secret) };
}

describe("SCIM", () => {
  it("serves a directory from its token to its last request", async () => {
    const { server, id, token, directory } = await setUp(lane);
    const config = await directory("GET", "/ServiceProviderConfig");
    expect([config.status, config.headers.get("content-type")]).toEqual([200, "application/scim+json"]);
    const user = "urn:ietf:params:scim:schemas:core:2.0:User";
    for (const name of [user, encodeURIComponent(user)]) {
      expect((await directory("GET", `/Schemas/${name}`)).json).toMatchObject({ id: user });
    }
    const made = await directory("POST", "/Users", newPerson());
    expect([made.status, made.headers.get("etag")]).toEqual([201, made.json.meta.version]);
    expect(made.headers.get("location")).toBe(`${publicUrl}/scim/v2/Users/${made.json.id}`);
    const known = { "if-none-match": made.json.meta.version };
    expect((await directory("GET", `/Users/${made.json.id}`, undefined, known)).status).toBe(304);
    const off = patchOf({ op: "Replace", path: "active", value: "False" });
    expect((await directory("PATCH", `/Users/${made.json.id}`, off)).json).toMatchObject({ active: false });
    const group = await directory("POST", "/Groups", { displayName: "All", members: [{ value: made.json.id }] });
    expect(group.status).toBe(201);
    expect((await directory("DELETE", `/Groups/${group.json.id}`)).status).toBe(204);
    expect((await directory("DELETE", `/Users/${made.json.id}`)).status).toBe(204);
    expect((await server("PUT", `/${id}/scim-roles`, { organizationId: null, roles: [] })).status).toBe(200);
    expect((await server("GET", `/${id}/scim-roles`)).json).toEqual({ organizationId: null, roles: [], groups: [] });
    const rotated = await server("POST", `/${id}/scim-tokens/${token.id}/rotate`, { keepSeconds: 0 });
    expect(rotated.status).toBe(201);
    expect((await directory("GET", "/Users")).status).toBe(401);
    expect((await server("DELETE", `/${id}/scim-tokens/${rotated.json.id}`)).json).toMatchObject({ status: "revoked" });
    expect((await server("GET", `/${id}/scim-tokens`)).json.items).toHaveLength(2);
    expectRefusal(await server("DELETE", `/${id}/scim-tokens/sct_00000000000000000000`), "not_found");
  });

  it("refuses in its own form: no token, a path or method that isn't there, and values that don't fit", async () => {
    const { server, id, directory } = await setUp(lane);
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:Error"];
    const none = directoryOf(lane, null);
    expect(await none("GET", "/Users")).toMatchObject({ status: 401, json: { schemas, status: "401" } });
    for (const [method, path, status] of [
      ["GET", "/Nothing", 404],
      ["PUT", "/Users", 405],
      ["GET", "/Users/usr_00000000000000000000", 404],
      ["GET", "/Groups/sgr_00000000000000000000", 404],
    ] as const) {
      const reply = await directory(method, path, method === "PUT" ? {} : undefined);
      expect(reply).toMatchObject({ status, json: { schemas, status: String(status) } });
      expect(reply.headers.get("content-type")).toBe("application/scim+json");
    }
    const foreign = newPerson({ emails: [{ value: "ada@other.example" }] });
    const refused = await directory("POST", "/Users", foreign);
    expect(refused).toMatchObject({ status: 400, json: { scimType: "invalidValue", code: "foreign_email_domain" } });
    const { items } = (await server("GET", `/${id}/scim-refusals`)).json;
    expect(items).toMatchObject([{ operation: "createScimUser", code: "foreign_email_domain" }]);
  });
});

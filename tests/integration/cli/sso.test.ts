import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, dashboardProjectId, makeContext } from "@/tests/support/context";
import { startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { insertProject } from "@/tests/support/projects";
import { makeIdentityProvider, metadataOf } from "@/tests/support/saml-identity-provider";

it("connections are created, set up, enabled, listed and deleted", async () => {
  const records = new Map<string, string[]>();
  const ctx = await makeContext({ mail: { resolveTxt: async (name) => records.get(name) ?? [] } });
  const { id: project } = await insertProject(await createOrganisation());
  const run = async (...given: string[]) => {
    const { stdout, stderr, exitCode } = await runCommand({ ctx }, "sso", ...given, "--project", project, "--json");
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    return JSON.parse(stdout);
  };
  const idp = await makeIdentityProvider();
  const file = join(await mkdtemp(join(tmpdir(), "sso-")), "acme.xml");
  await writeFile(file, metadataOf(idp));
  const { id } = await run("create", "Acme");
  expect(await run("set", id, "--metadata", file, "--name", "Acme Ltd")).toMatchObject({
    name: "Acme Ltd",
    saml: { entityId: idp.entityId },
  });
  const { domains } = await run("add-domain", id, "acme.example");
  records.set(domains[0].record.name, [domains[0].record.value]);
  expect((await run("verify-domain", id, "acme.example")).domains).toMatchObject([{ verifiedAt: expect.any(String) }]);
  expect(await run("enable", id)).toMatchObject({ enabled: true });
  expect(await run("list")).toMatchObject({ items: [{ id, enabled: true }] });
  const shown = await runCommand({ ctx }, "sso", "show", id, "--project", project);
  expect(shown.stdout).toContain(`/auth/${project}/sso/${id}/acs`);
  const token = await run("create-scim-token", id);
  expect(token).toMatchObject({ baseUrl: `${ctx.baseUrl}/scim/v2`, secret: expect.stringMatching(/^scim_coppice_/) });
  const next = await run("rotate-scim-token", id, token.id, "--keep-seconds", "60");
  expect((await run("scim-tokens", id)).items).toHaveLength(2);
  expect(await run("revoke-scim-token", id, next.id)).toMatchObject({ status: "revoked" });
  expect(await run("set-scim-roles", id, "--role", "App = admins=admin", "Everyone=member")).toMatchObject({
    organizationId: null,
    roles: [
      { group: "App = admins", role: "admin" },
      { group: "Everyone", role: "member" },
    ],
  });
  expect((await run("scim-roles", id)).roles).toHaveLength(2);
  expect(await run("scim-refusals", id)).toEqual({ items: [] });
  const listed = await runCommand({ ctx }, "sso", "scim-tokens", id, "--project", project);
  expect(listed.stdout).toContain("never");
  expect(await run("disable", id)).toMatchObject({ enabled: false });
  expect(await run("remove-domain", id, "acme.example")).toMatchObject({ domains: [] });
  expect(await run("delete", id)).toEqual({ id, name: "Acme Ltd", endedSessions: 0 });
  const gone = await runCommand({ ctx }, "sso", "show", id, "--project", project);
  expect(gone).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Connection not found.") });
});

it("connections of an organisation are managed by its name or ID, and not as those of a project", async () => {
  const ctx = await makeContext();
  const { id: organisation } = await createOrganisation();
  const projectId = await dashboardProjectId(ctx.db);
  const of = ["--organisation", organisation];
  const made = await runCommand({ ctx }, "sso", "create", "Acme", ...of, "--json");
  const { id } = JSON.parse(made.stdout);
  const listed = await runCommand({ ctx }, "sso", "list", ...of, "--json");
  expect(JSON.parse(listed.stdout)).toMatchObject({ items: [{ id }] });
  expect(await runCommand({ ctx }, "sso", "show", id, ...of)).toMatchObject({ exitCode: 0 });
  const elsewhere = await runCommand({ ctx }, "sso", "show", id, "--project", projectId);
  expect(elsewhere).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("Connection not found.") });
  const both = await runCommand({ ctx }, "sso", "show", id, ...of, "--project", projectId);
  expect(both).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("either --project or --organisation") });
  expect(await runCommand({ ctx }, "sso", "delete", id, ...of)).toMatchObject({ exitCode: 0 });
});

it("an OpenID Connect connection takes its secret from a variable, a file or standard input, and shows it never", async () => {
  const ctx = await makeContext();
  const { id: project } = await insertProject(await createOrganisation());
  const issuer = await startHostileProvider();
  const where = ["--project", project, "--json"];
  const client = ["--protocol", "oidc", "--issuer", issuer.origin, "--client-id", "shop"];
  const env = { ACME_SECRET: "secret-of-acme" };
  const made = await runCommand(
    { ctx, variables: env },
    "sso",
    "create",
    "Acme",
    ...client,
    "--secret-env",
    "ACME_SECRET",
    ...where,
  );
  expect(made).toMatchObject({ exitCode: 0, stderr: "" });
  const connection = JSON.parse(made.stdout);
  const scopes = ["openid", "email", "profile"];
  expect(connection).toMatchObject({ protocol: "oidc", saml: null, oidc: { issuer: issuer.origin, scopes } });
  expect(made.stdout).not.toContain("secret-of-acme");
  const rotate = ["sso", "set", connection.id, "--secret-stdin", "--scopes", "email,groups", ...where] as const;
  const rotated = await runCommand({ ctx, stdin: "another-secret\n" }, ...rotate);
  expect(rotated.stderr).toBe("");
  expect(JSON.parse(rotated.stdout)).toMatchObject({
    oidc: { clientId: "shop", scopes: ["openid", "email", "groups"] },
  });
  const shown = await runCommand({ ctx }, "sso", "show", connection.id, "--project", project);
  expect(shown.stdout).toContain(`/auth/${project}/sso/${connection.id}/callback`);
  const mixed = await runCommand({ ctx }, "sso", "create", "Acme", "--client-id", "shop", ...where);
  expect(mixed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("protocol is saml") });
  await issuer.close();
});

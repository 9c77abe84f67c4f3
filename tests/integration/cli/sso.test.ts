import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext } from "@/tests/support/context";
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

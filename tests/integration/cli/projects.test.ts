import { beforeAll, describe, expect, it } from "vitest";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { ServiceContext } from "@/lib/runtime";
import { clientSecretPlace } from "@/lib/sign-in/projects/providers/resource";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext } from "@/tests/support/context";

let ctx: ServiceContext;

beforeAll(async () => {
  ctx = await makeContext();
});

const run = (...args: string[]) => runCommand({ ctx }, ...args);

/** A project of an organisation of its own, by a name that nothing else has. */
async function setUp() {
  const { id: organisationId } = await createOrganisation();
  const name = `Shop ${organisationId.slice(-8)}`;
  const made = await run("project", "create", organisationId, name, "--json");
  return { organisationId, name, id: made.json<{ id: string }>().id };
}

describe("project", () => {
  it("is made with its origins, listed, shown and renamed, named by id or exact name", async () => {
    const { id: organisationId } = await createOrganisation();
    const name = `Store ${organisationId.slice(-8)}`;
    const origins = ["https://shop.example", "http://localhost:5173"];
    const created = await run("project", "create", organisationId, name, "--origin", ...origins, "--json");
    expect(created).toMatchObject({ exitCode: 0, stderr: "" });
    expect(created.json()).toMatchObject({ name, status: "active", settings: { allowedOrigins: origins } });
    const { id } = created.json<{ id: string }>();
    expect((await run("project", "list", organisationId)).stdout).toContain(`${id}  ${name}  active`);
    expect((await run("project", "list", organisationId, "--json")).json()).toMatchObject({ items: [{ id, name }] });
    expect((await run("project", "show", name, "--json")).json()).toEqual(created.json());
    expect((await run("project", "set", name, "--name", `${name} 2`)).stdout).toMatch(/^name +Store .* 2$/m);
    expect((await run("project", "show", name)).exitCode).toBe(1);
  });

  it("has its settings set as they are shown, all or none", async () => {
    const { id, name } = await setUp();
    const set = await run(
      ...["project", "set", name, "password.minLength=12", "methods.signUp=false", "token.algorithm=ES256"],
      'allowedOrigins=["https://a.example"]',
    );
    expect(set).toMatchObject({ exitCode: 0, stderr: "" });
    const shown = (await run("project", "show", id)).stdout;
    expect(shown).toBe(set.stdout);
    for (const line of [/^password\.minLength +12$/m, /^methods\.signUp +false$/m, /^token\.algorithm +"ES256"$/m]) {
      expect(shown).toMatch(line);
    }
    const assignments = shown
      .split("\n")
      .slice(5)
      .filter((line) => line !== "")
      .map((line) => line.replace(/ +/, "="));
    expect(assignments.length).toBeGreaterThan(20);
    const before = await ctx.db.auditEvent.count({ where: { targetId: id } });
    expect((await run("project", "set", id, ...assignments)).stdout).toBe(shown);
    expect(await ctx.db.auditEvent.count({ where: { targetId: id } })).toBe(before);
    const wrong = ["project", "set", id, "--name", "Renamed", "password.minLength=14", "password.maxLength=3"];
    expect(await run(...wrong)).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: password\.maxLength: .+\n$/),
    });
    expect((await run("project", "show", id)).stdout).toBe(shown);
  });

  it("prints the code that adds its sign-in to an app, with a new public key or a given one", async () => {
    const { id, name } = await setUp();
    const origin = "https://shop.example";
    for (const framework of ["next", "vite", "html"]) {
      const { json } = await run("project", "snippets", name, "--framework", framework, "--json");
      const { keyId, files } = json<{ keyId: string; files: { path: string; content: string }[] }>();
      const [publicKey = ""] = /pk_coppice_auth_\w+/.exec(files[0]?.content ?? "") ?? [];
      expect(await ctx.signIn.projectKeys.find(hashSecretText(publicKey))).toMatchObject({
        id: keyId,
        project: { id },
      });
      const again = await run("project", "snippets", id, "--framework", framework, "--public-key", publicKey);
      expect(again.stdout).toContain("The service is expected at http://localhost:3000;");
      expect(again.stdout).toContain("npm install http://localhost:3000/packages/coppice-auth.tgz");
      for (const { path, content } of files.slice(1)) expect(again.stdout).toContain(`──── ${path}\n\n${content}`);
      expect(again.stdout).toContain(publicKey);
    }
    const keys = await ctx.db.projectKey.count({ where: { projectId: id } });
    expect(keys).toBe(3);
    const api = await run("project", "snippets", id, "--framework", "node", "--origin", origin);
    expect(api.stdout).toContain(`AUTH_PROJECT_ID=${id}\nAUTH_ORIGIN=http://localhost:3000\nAPP_ORIGIN=${origin}\n`);
    expect(api.stdout).toContain(`npm run coppice -- project set ${id} 'allowedOrigins=["${origin}"]'`);
    await run("project", "set", id, `allowedOrigins=["${origin}"]`);
    const allowed = await run("project", "snippets", id, "--framework", "node", "--origin", origin);
    expect(allowed.stdout).not.toContain("project set");
    expect(await ctx.db.projectKey.count({ where: { projectId: id } })).toBe(keys);
  });

  it("takes no other project's key, no revoked one and no unknown framework for its snippets", async () => {
    const [own, other] = [await setUp(), await setUp()];
    const { id: keyId, secret } = (await run("auth-key", "create", own.id, "--name", "web", "--json")).json<{
      id: string;
      secret: string;
    }>();
    const snippets = (project: string) =>
      run("project", "snippets", project, "--framework", "vite", "--public-key", secret);
    const refusal = { exitCode: 1, stdout: "", stderr: expect.stringContaining("not a public key of the project") };
    expect(await snippets(other.id)).toMatchObject(refusal);
    expect(await snippets(own.id)).toMatchObject({ exitCode: 0 });
    await run("auth-key", "revoke", own.id, keyId);
    expect(await snippets(own.id)).toMatchObject(refusal);
    expect(await run("project", "snippets", own.id, "--framework", "cobol")).toMatchObject({ exitCode: 2, stdout: "" });
  });

  it("is suspended and let go again", async () => {
    const { id, name } = await setUp();
    expect((await run("project", "suspend", name)).stdout).toBe(`${name} is suspended.\n`);
    expect((await run("project", "show", id, "--json")).json()).toMatchObject({ status: "suspended" });
    expect((await run("project", "unsuspend", id, "--json")).json()).toMatchObject({ id, status: "active" });
  });

  it("CS-08: takes no wildcard for an origin", async () => {
    const { id: organisationId } = await createOrganisation();
    const made = await run("project", "create", organisationId, "Wild", "--origin", "https://*.example.com");
    expect(made).toMatchObject({
      exitCode: 1,
      stderr: "error: allowedOrigins.0: must name one host, without a wildcard\n",
    });
    expect(await ctx.db.project.count({ where: { organisationId } })).toBe(0);
  });
});

describe.each([
  ["auth-key", "pk_coppice_auth_", "public"],
  ["server-key", "sk_coppice_", "server"],
])("%s", (noun, prefix, kind) => {
  it("is made with its secret shown this once, listed without, and revoked", async () => {
    const { id: projectId, name } = await setUp();
    const create = [noun, "create", name, "--name", "web", "--scope", "read", "--expires", "90d"];
    const key = (await run(...create, "--json")).json<{ id: string; secret: string }>();
    expect(key).toMatchObject({ projectId, kind, scope: "read", expiresAt: "2026-05-30T09:30:00.000Z" });
    expect(await ctx.signIn.projectKeys.find(hashSecretText(key.secret))).toMatchObject({
      id: key.id,
      project: { id: projectId },
    });
    const made = await run(noun, "create", name, "--name", "second");
    expect(made.stdout).toMatch(new RegExp(`^secret +${prefix}[0-9A-Za-z]{49} {2}\\(shown only once\\)$`, "m"));
    expect(made.stdout).toMatch(/^scope +read-write$/m);
    const listed = await run(noun, "list", projectId);
    expect(listed.stdout).toContain(`${key.id}  web`);
    expect(listed.stdout).not.toContain(key.secret);
    expect((await run(noun, "revoke", name, key.id)).stdout).toBe(`Revoked web (${key.id}).\n`);
    const { items } = (await run(noun, "list", projectId, "--json")).json<{ items: unknown[] }>();
    expect(items).toHaveLength(2);
    expect(items).toContainEqual(expect.objectContaining({ id: key.id, status: "revoked" }));
    const other = noun === "auth-key" ? "server-key" : "auth-key";
    expect(await run(other, "revoke", name, key.id)).toMatchObject({
      exitCode: 1,
      stderr: "error: Key not found.\n",
    });
  });
});

describe("provider", () => {
  const secret = "hunter2-client-secret";

  it("is set with its secret from standard input or a variable, and shows it nowhere", async () => {
    const { id: projectId, name } = await setUp();
    const set = ["provider", "set", name, "github", "--client-id", "Iv1.abc"];
    const first = await runCommand({ ctx, stdin: `${secret}\n` }, ...set, "--json");
    expect(first.json()).toMatchObject({ provider: "github", clientId: "Iv1.abc", isEnabled: true });
    const variables = { OTHER: "from-a-variable" };
    const second = await runCommand({ ctx, variables }, ...set, "--secret-env", "OTHER", "--disabled");
    expect(second.stdout).toMatch(/^enabled +no$/m);
    const row = await ctx.db.projectProvider.findFirstOrThrow({
      where: { projectId },
      select: { clientSecret: true },
    });
    expect(ctx.sealer.open(row.clientSecret, clientSecretPlace(projectId, "github"))).toBe("from-a-variable");
    const listed = await run("provider", "list", name);
    expect(listed.stdout).toMatch(/^github +Iv1\.abc +no /m);
    const removed = await run("provider", "remove", projectId, "github");
    expect(removed.stdout).toBe("Removed github (Iv1.abc).\n");
    expect((await run("provider", "list", name, "--json")).json()).toEqual({ items: [] });
    for (const { stdout, stderr } of [first, second, listed, removed]) {
      expect(stdout + stderr).not.toMatch(/hunter2|from-a-variable/);
    }
  });

  it("has no option for the secret, and never repeats a wrong one", async () => {
    const { name } = await setUp();
    const set = ["provider", "set", name, "github", "--client-id", "Iv1.abc"];
    expect(await run(...set, "--client-secret", secret)).toMatchObject({ exitCode: 2 });
    const wrong = await runCommand({ ctx, stdin: `${secret} with spaces\n` }, ...set);
    expect(wrong).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: "error: clientSecret must hold visible ASCII characters only\n",
    });
  });
});

import { describe, expect, it } from "vitest";
import { signInWithTestToken } from "@/lib/sign-in/test-tokens/sign-in";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, FixedClock, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { expectSignInError, makeUserContext, newEmail } from "@/tests/support/sign-in";
import { otherBrowser, send } from "@/tests/support/test-browser";

describe("test-token", () => {
  it("makes, lists and revokes testing tokens", async () => {
    const clock = new FixedClock();
    const project = await insertProject(await createOrganisation(), { settings: { methods: { testTokens: true } } });
    const ctx = { ...(await makeUserContext({ clock })), project };
    const operator = { ctx: await makeContext({ clock }) };
    const run = (...args: string[]) => runCommand(operator, "test-token", ...args, "--project", project.name, "--json");
    const email = newEmail();
    const created = await run("create", "--email", email.toUpperCase(), "--ttl", "60");
    expect(created).toMatchObject({ exitCode: 0, stderr: "" });
    const made = created.json<{ id: string; token: string; expiresAt: string }>();
    expect(made).toMatchObject({ email, expiresAt: "2026-03-01T09:31:00.000Z" });
    const listed = await run("list");
    expect(listed.json()).toMatchObject({ items: [{ id: made.id, email, createdBy: "test" }] });
    expect(listed.stdout).not.toContain(made.token.slice(13));
    expect(await send(otherBrowser(ctx), signInWithTestToken, { token: made.token })).toMatchObject({
      user: { email },
    });

    const text = await runCommand(operator, "test-token", "create", "--project", project.id, "--email", email);
    const token = /token +(coppice_test_\w+) {2}\(shown only once\)/.exec(text.stdout)?.[1] ?? "";
    const [{ id } = { id: "" }] = (await run("list")).json<{ items: { id: string }[] }>().items;
    expect((await run("revoke", id)).exitCode).toBe(0);
    await expectSignInError(send(otherBrowser(ctx), signInWithTestToken, { token }), "TEST_TOKEN_INVALID");
    expect((await run("revoke", id)).exitCode).toBe(1);
    for (const ttl of ["0", "3601", "soon"])
      expect((await run("create", "--email", email, "--ttl", ttl)).exitCode).toBe(2);
    expect((await run("create", "--email", "nobody")).exitCode).toBe(2);
  });
});

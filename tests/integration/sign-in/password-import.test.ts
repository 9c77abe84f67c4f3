import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSync } from "@node-rs/bcrypt";
import { hashPassword as hashAsBetterAuth } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { importUsers } from "@/lib/sign-in/users/import";
import { runCommand } from "@/tests/support/command-line";
import { ownersOf } from "@/tests/support/project-members";
import { expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

const PBKDF2 = "$pbkdf2-sha256$2000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4";
const SCRYPT = "$scrypt$ln=14,r=8,p=1$2ltL6R2DcG5t7b33vtcaow$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const numbered = (users: readonly unknown[]) =>
  users.map((user, index) => ({ line: index + 1, text: typeof user === "string" ? user : JSON.stringify(user) }));

async function take(ctx: TestRequest, users: readonly unknown[], isDryRun = false) {
  const { address, operator } = await ownersOf(ctx);
  return importUsers(operator, { ...address, lines: numbered(users), isDryRun });
}

async function hashOf(ctx: TestRequest, email: string): Promise<string | null> {
  const where = { providerId: "credential", user: { email, projectId: ctx.project.id } };
  return (await ctx.db.account.findFirst({ where, select: { passwordHash: true } }))?.passwordHash ?? null;
}

describe("a user who comes from elsewhere", () => {
  it.each([
    ["bcrypt", async () => hashSync(PASSWORD, 6)],
    ["better-auth's scrypt", () => hashAsBetterAuth(PASSWORD)],
    ["scrypt", async () => SCRYPT],
    ["PBKDF2", async () => PBKDF2],
  ])(
    "PW-04: signs in with the hash of %s, which becomes Argon2id; a wrong password changes nothing",
    async (_name, make) => {
      const ctx = await makeUserContext();
      const email = newEmail();
      const passwordHash = await make();
      const taken = await take(ctx, [{ email, name: "Ada", emailVerified: true, passwordHash }]);
      expect(taken).toEqual({ imported: 1, problems: [] });
      const wrong = send(otherBrowser(ctx), signInWithPassword, { email, password: `${PASSWORD}.` });
      await expectSignInError(wrong, "INVALID_EMAIL_OR_PASSWORD");
      expect(await hashOf(ctx, email)).toBe(passwordHash);
      const signedIn = await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
      expect(signedIn).toMatchObject({ user: { email, name: "Ada", emailVerified: true } });
      const renewed = await hashOf(ctx, email);
      expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
      await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
      expect(await hashOf(ctx, email)).toBe(renewed);
    },
  );

  it("PW-10: is let in without a new hash while many wait", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    await take(ctx, [{ email, passwordHash: PBKDF2 }]);
    const passwords = Object.assign(new PasswordQueue(), { hasRoom: () => false, requireRoom: () => undefined });
    const busy = { ...otherBrowser(ctx), signIn: { ...ctx.signIn, passwords } };
    expect(await send(busy, signInWithPassword, { email, password: PASSWORD })).toMatchObject({
      user: { email },
    });
    expect(await hashOf(ctx, email)).toBe(PBKDF2);
  });

  it("can come without a password", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    expect(await take(ctx, [{ email: email.toUpperCase(), passwordHash: null }])).toMatchObject({ imported: 1 });
    expect(await hashOf(ctx, email)).toBeNull();
    const attempt = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
  });
});

describe("an import", () => {
  it("takes all lines or none, and says of each what is wrong without repeating what it holds", async () => {
    const ctx = await makeUserContext();
    const { email: taken } = await signUp(ctx);
    const good = newEmail();
    const hostile = "$scrypt$ln=40,r=8,p=1$2ltL6R2DcG5t7b33vtcaow$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM";
    const { imported, problems } = await take(ctx, [
      { email: good, passwordHash: PBKDF2 },
      "{not json",
      { email: "no address" },
      { email: newEmail(), passwordHash: hostile },
      { email: newEmail(), passwordHash: PBKDF2.replace("2000", "1000000000") },
      { email: newEmail(), passwordHash: "hunter2 in clear" },
      { email: taken },
      { email: good.toUpperCase() },
      { email: newEmail(), totpSecret: "JBSWY3DPEHPK3PXP" },
      { email: newEmail(), name: "a\r\nBcc: all@example.com" },
    ]);
    expect(imported).toBe(0);
    expect(problems).toEqual([
      { line: 2, message: "not JSON" },
      { line: 3, message: "email: Invalid email address" },
      { line: 4, message: "passwordHash: the parameters of scrypt cost more than is allowed" },
      { line: 5, message: "passwordHash: the parameters of PBKDF2 cost more than is allowed" },
      { line: 6, message: "passwordHash: the hash's format isn't supported" },
      { line: 7, message: "the project already has a user with this address" },
      { line: 8, message: "the address is that of line 1 too" },
      { line: 9, message: 'Unrecognized key: "totpSecret"' },
      { line: 10, message: "name: Invalid input: must not hold control characters" },
    ]);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("is for members who may change users, leaves a trace, and only checks when that is asked", async () => {
    const ctx = await makeUserContext();
    const { address, member, stranger } = await ownersOf(ctx);
    const lines = numbered([{ email: newEmail() }, { email: newEmail() }]);
    const input = { ...address, lines, isDryRun: false };
    await expect(importUsers(await member("viewer"), input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(importUsers(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const developer = await member("developer");
    expect(await importUsers(developer, { ...input, isDryRun: true })).toEqual({ imported: 0, problems: [] });
    const where = { targetId: address.projectId, action: "user.import" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(0);
    expect(await importUsers(developer, input)).toEqual({ imported: 2, problems: [] });
    const [event, ...others] = await ctx.db.auditEvent.findMany({ where });
    expect([event?.data, others]).toEqual([{ users: 2 }, []]);
  });

  it("of a file on the command line holds 500 lines at a time together", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const users = Array.from({ length: 1_200 }, () => ({ email: newEmail(), passwordHash: PBKDF2 }));
    const lines: string[] = users.map((user) => JSON.stringify(user));
    lines[700] = "nonsense";
    const file = join(folder, "users.ndjson");
    await writeFile(file, `${lines.join("\r\n")}\r\n\r\n`, { mode: 0o600 });
    const run = (...args: string[]) =>
      runCommand({ ctx: operator }, "user", "import", "--project", ctx.project.id, ...args);
    const checked = await run(file, "--dry-run");
    expect(checked).toMatchObject({ exitCode: 1, stdout: "line 701: not JSON\nChecked 1200 lines.\n" });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    const taken = await run(file);
    expect(taken).toMatchObject({ exitCode: 1, stdout: "line 701: not JSON\nImported 700 of 1200 users.\n" });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(700);
    const again = (await run(file, "--json")).json<{ imported: number; problems: unknown[] }>();
    expect([again.imported, again.problems.length]).toEqual([0, 701]);
    const missing = await run(join(folder, "missing.ndjson"));
    expect(missing).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: Can't read .*missing\.ndjson \(ENOENT\)/),
    });
  });
});

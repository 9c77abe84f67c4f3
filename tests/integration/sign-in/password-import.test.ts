import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashSync } from "@node-rs/bcrypt";
import { hashPassword as hashAsBetterAuth } from "better-auth/crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD_COST, setPasswordCost } from "@/lib/core/crypto/password";
import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { runCommand } from "@/tests/support/command-line";
import { ownersOf } from "@/tests/support/project-members";
import { expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";
import { ndjson, takeFile } from "@/tests/support/user-imports";

beforeAll(() => setPasswordCost(PASSWORD_COST));

const PBKDF2 = "$pbkdf2-sha256$2000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4";
const SCRYPT = "$scrypt$ln=14,r=8,p=1$2ltL6R2DcG5t7b33vtcaow$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function take(ctx: TestRequest, users: readonly unknown[], isDryRun = false) {
  const { operator } = await ownersOf(ctx);
  return takeFile(operator, ctx.project.id, ndjson(users), { isDryRun, source: "coppice" });
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
      expect(taken).toMatchObject({ status: "done", created: 1, problems: [] });
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
    expect(await take(ctx, [{ email: email.toUpperCase(), passwordHash: null }])).toMatchObject({ created: 1 });
    expect(await hashOf(ctx, email)).toBeNull();
    const attempt = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
  });
});

describe("an import", () => {
  it("takes the good lines, and names the faults of the others without repeating their content", async () => {
    const ctx = await makeUserContext();
    const { email: taken } = await signUp(ctx);
    const good = newEmail();
    const hostile = "$scrypt$ln=40,r=8,p=1$2ltL6R2DcG5t7b33vtcaow$KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM";
    const users = [
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
      { name: "nobody" },
      { email: newEmail(), accounts: [{ providerId: "credential", providerAccountId: "x" }] },
      { email: newEmail(), id: "user_2abc" },
    ];
    const expected = [
      { line: 2, field: null, message: "isn't JSON" },
      { line: 3, field: "email", message: "Invalid email address" },
      { line: 4, field: "passwordHash", message: "the parameters of scrypt cost more than is allowed" },
      { line: 5, field: "passwordHash", message: "the parameters of PBKDF2 cost more than is allowed" },
      { line: 6, field: "passwordHash", message: "the hash's format isn't supported" },
      { line: 7, field: "email", message: "the project already has this user" },
      { line: 8, field: "email", message: "is the address or ID of line 1 too" },
      { line: 9, field: null, message: "has unknown fields: totpSecret" },
      { line: 10, field: "name", message: "Invalid input: must not hold control characters" },
      { line: 11, field: "email", message: "is missing, and the project has no user with this ID yet" },
      { line: 12, field: "accounts.0.providerId", message: "is the password; use passwordHash" },
      { line: 13, field: "id", message: "isn't the ID of a user here; use externalId for one of elsewhere" },
    ];
    const { operator } = await ownersOf(ctx);
    const options = { source: "coppice", existing: "fail" } as const;
    const checked = await takeFile(operator, ctx.project.id, ndjson(users), { ...options, isDryRun: true });
    expect(checked).toMatchObject({ status: "checked", records: 13, created: 1, refused: 12 });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
    const done = await takeFile(operator, ctx.project.id, ndjson(users), options);
    expect(done).toMatchObject({ status: "done", created: 1, refused: 12, problems: expected });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(2);
  });

  it("of a file on the command line lists the faults, and can be repeated", async () => {
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
    const wrong = "line 701: isn't JSON\n";
    expect(checked).toMatchObject({
      exitCode: 1,
      stdout: `${wrong}Checked 1200 users: 1199 can be imported (1 refused).\n`,
    });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    const taken = await run(file);
    expect(taken).toMatchObject({ exitCode: 1, stdout: `${wrong}Imported 1199 of 1200 users (1 refused).\n` });
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1_199);
    const again = (await run(file, "--json")).json<{ created: number; skipped: number; problems: unknown[] }>();
    expect([again.created, again.skipped, again.problems.length]).toEqual([0, 1_199, 1]);
    const missing = await run(join(folder, "missing.ndjson"));
    expect(missing).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: Can't read .*missing\.ndjson \(ENOENT\)/),
    });
  });
});

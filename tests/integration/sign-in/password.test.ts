import { hash } from "@node-rs/argon2";
import { hashSync } from "@node-rs/bcrypt";
import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD_COST, setPasswordCost } from "@/lib/core/crypto/password";
import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import { isCommonPassword } from "@/lib/sign-in/credentials/policy";
import { changePassword } from "@/lib/sign-in/password/change";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { dashboardRequest } from "@/tests/support/accounts";
import { CountingQueue } from "@/tests/support/counting-queue";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

beforeAll(() => setPasswordCost(PASSWORD_COST));

const WRONG = "certainly not the password";

async function passwordHashOf(ctx: TestRequest, userId: string): Promise<string> {
  const row = await ctx.db.account.findFirstOrThrow({ where: { userId }, select: { passwordHash: true } });
  return row.passwordHash ?? "";
}

/** A browser whose statements and hashes are noted, of the real database and the real hash. */
function watched(ctx: TestRequest) {
  const statements: string[] = [];
  const { db } = ctx;
  if (!("$extends" in db)) throw new Error("not in a transaction");
  const noting = db.$extends({
    query: {
      async $allOperations({ model, operation, args, query }) {
        statements.push(model ? `${model}.${operation}` : operation);
        return query(args);
      },
    },
  });
  const passwords = new CountingQueue();
  const browser = { ...otherBrowser(ctx), db: noting as typeof db, signIn: { ...ctx.signIn, passwords } };
  return { browser, statements, passwords };
}

const tryPassword = (ctx: TestRequest, password: string) =>
  send(otherBrowser(ctx), signUpWithPassword, { name: "Ada", email: newEmail(), password });

describe("the password policy", () => {
  let ctx: TestRequest;
  beforeAll(async () => {
    ctx = await makeUserContext();
  });

  it("PW-01: takes 8 to 128 characters by default, counted in code points", async () => {
    await expectSignInError(tryPassword(ctx, "x7#kQ2p"), "PASSWORD_TOO_SHORT");
    await expectSignInError(tryPassword(ctx, "🔑".repeat(7)), "PASSWORD_TOO_SHORT");
    await expectSignInError(tryPassword(ctx, "z".repeat(129)), "PASSWORD_TOO_LONG");
    for (const good of ["x7#kQ2pv", "🔑".repeat(8), "fifteen is good", "y7".repeat(32), "w4".repeat(64)]) {
      expect((await tryPassword(ctx, good)).token).not.toBeNull();
    }
  });

  it("PW-01: refuses more than 4,096 bytes before anything is hashed, at sign-in too", async () => {
    const passwords = new CountingQueue();
    const counted = { ...ctx, signIn: { ...ctx.signIn, passwords } };
    await expectSignInError(tryPassword(counted, "é".repeat(2_049)), "PASSWORD_TOO_LONG");
    const input = { email: newEmail(), password: "a".repeat(1_000_000) };
    await expectSignInError(send(otherBrowser(counted), signInWithPassword, input), "PASSWORD_TOO_LONG");
    expect(passwords.hashes).toBe(0);
    await tryPassword(counted, PASSWORD);
    expect(passwords.hashes).toBe(1);
  });

  it("PW-02: refuses common passwords in any case, the address, and the project's name, at sign-up and at change", async () => {
    expect(await isCommonPassword("PassWord123")).toBe(true);
    const project = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
    const weak = [
      ["PassWord123", "PASSWORD_COMPROMISED"],
      ["iloveyou", "PASSWORD_COMPROMISED"],
      [`xx ${project.name.toUpperCase()} yy`, "PASSWORD_TOO_WEAK"],
    ] as const;
    const browser = otherBrowser(ctx);
    const { email } = await signUp(browser, newEmail());
    const signedIn = await signedInRequest(browser);
    for (const [password, code] of [...weak, [email, "PASSWORD_TOO_WEAK"] as const]) {
      if (password !== email) await expectSignInError(tryPassword(ctx, password), code);
      await expectSignInError(
        send(signedIn, changePassword, { newPassword: password, currentPassword: PASSWORD }),
        code,
      );
    }
  });

  it("PW-02: follows the owner's rules of characters, and takes common ones where the owner says so", async () => {
    const password = { requireUppercase: true, requireDigit: true, requireSymbol: true, refuseCommon: false };
    const strict = await makeUserContext({ settings: { password } });
    await expect(tryPassword(strict, "alllowercase")).rejects.toMatchObject({
      code: "PASSWORD_TOO_WEAK",
      message: "Password must contain an uppercase letter, a digit, a symbol",
    });
    expect((await tryPassword(strict, "P@ssw0rd")).token).not.toBeNull();
  });

  it("PW-03: tells apart passwords that agree in 72 bytes, in a NUL or in a space, and keeps é one in both its forms", async () => {
    const long = "k3".repeat(40);
    const pairs = [
      [`${long}a`, `${long}b`],
      ["nul\u0000one-two", "nul\u0000one-too"],
      ["trailing space ", "trailing space"],
    ] as const;
    for (const [right, wrong] of pairs) {
      const email = newEmail();
      await send(otherBrowser(ctx), signUpWithPassword, { name: "Ada", email, password: right });
      await expectSignInError(
        send(otherBrowser(ctx), signInWithPassword, { email, password: wrong }),
        "INVALID_EMAIL_OR_PASSWORD",
      );
      expect(await send(otherBrowser(ctx), signInWithPassword, { email, password: right })).toMatchObject({
        user: { email },
      });
    }
    const email = newEmail();
    await send(otherBrowser(ctx), signUpWithPassword, { name: "Ada", email, password: "caf\u00e9 au lait" });
    const decomposed = await send(otherBrowser(ctx), signInWithPassword, { email, password: "cafe\u0301 au lait" });
    expect(decomposed).toMatchObject({ user: { email } });
  });
});

describe("the stored password", () => {
  it("PW-04: is Argon2id of at least 19 MiB and two passes with a salt of its own, and is renewed when it is weaker", async () => {
    const ctx = await makeUserContext();
    const [first, second] = [await signUp(otherBrowser(ctx)), await signUp(otherBrowser(ctx))];
    const [one, two] = [await passwordHashOf(ctx, first.id), await passwordHashOf(ctx, second.id)];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one.split("$")[4]).not.toBe(two.split("$")[4]);
    const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await ctx.db.account.updateMany({ where: { userId: first.id }, data: { passwordHash: weak } });
    await expectSignInError(
      send(otherBrowser(ctx), signInWithPassword, { email: first.email, password: WRONG }),
      "INVALID_EMAIL_OR_PASSWORD",
    );
    expect(await passwordHashOf(ctx, first.id)).toBe(weak);
    await send(otherBrowser(ctx), signInWithPassword, { email: first.email, password: PASSWORD });
    const renewed = await passwordHashOf(ctx, first.id);
    expect(renewed).toContain("$m=19456,t=2,p=1$");
    await send(otherBrowser(ctx), signInWithPassword, { email: first.email, password: PASSWORD });
    expect(await passwordHashOf(ctx, first.id)).toBe(renewed);
  });

  it("PW-05: cannot be changed without the current one; changing it ends the other sessions when asked to", async () => {
    const ctx = await makeUserContext();
    const user = await signUp(ctx);
    const second = otherBrowser(ctx);
    await send(second, signInWithPassword, { email: user.email, password: PASSWORD });
    const mine = await signedInRequest(ctx);
    const newPassword = "an entirely new passphrase";
    await expectSignInError(send(mine, changePassword, { newPassword, currentPassword: WRONG }), "INVALID_PASSWORD");
    await expectSignInError(verifyOwnPassword(mine, { password: WRONG }), "INVALID_PASSWORD");
    expect(await verifyOwnPassword(mine, { password: PASSWORD })).toEqual({ status: true });
    const changed = await send(mine, changePassword, {
      newPassword,
      currentPassword: PASSWORD,
      revokeOtherSessions: true,
    });
    expect(changed.token).not.toBe(mine.session.id);
    await expect(signedInRequest(second)).rejects.toThrow("nobody is signed in");
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    expect((await signedInRequest(mine)).session.user.id).toBe(user.id);
    await expectSignInError(
      send(otherBrowser(ctx), signInWithPassword, { email: user.email, password: PASSWORD }),
      "INVALID_EMAIL_OR_PASSWORD",
    );
    expect(await eventsOf(ctx)).toEqual([
      "password.change accepted",
      "password.change refused wrong_password",
      "password.verify accepted",
      "password.verify refused wrong_password",
      "session.revoke accepted",
      "session.sign_in accepted",
      "session.sign_in refused wrong_password",
      "user.sign_up accepted",
    ]);
  });

  it("PW-10: a full queue refuses at once with a time to try again, and counts no attempt", async () => {
    const ctx = await makeUserContext({ settings: { limits: { wrongPerAccount: { limit: 1, windowSeconds: 900 } } } });
    const { email } = await signUp(ctx);
    const full = { ...otherBrowser(ctx), signIn: { ...ctx.signIn, passwords: new PasswordQueue(0) } };
    await expect(send(full, signInWithPassword, { email, password: PASSWORD })).rejects.toMatchObject({
      code: "service_unavailable",
      retryAfterSeconds: 1,
    });
    const signedIn = await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    expect(signedIn).toMatchObject({ user: { email } });
  });
});

describe("guessing", () => {
  it("EN-01: an unknown address, one without a password and a wrong password are one hash and the same statements, locked or not", async () => {
    const ctx = await makeUserContext();
    const [user, social] = [await signUp(otherBrowser(ctx)), await signUp(otherBrowser(ctx))];
    await ctx.db.account.updateMany({ where: { userId: social.id }, data: { passwordHash: null } });
    const cases = { wrong_password: user.email, no_password: social.email, unknown_user: newEmail() };
    const done: Record<string, unknown[]> = {};
    for (const [reason, email] of Object.entries(cases)) {
      const rounds = [];
      // Five wrong ones, one that finds the account locked and reports it, and one more.
      for (let round = 0; round < 7; round += 1) {
        const { browser, statements, passwords } = watched(ctx);
        const attempt = send(browser, signInWithPassword, { email, password: WRONG });
        const refusal = await attempt.catch(({ code, message, retryAfterSeconds }) => [
          code,
          message,
          !retryAfterSeconds,
        ]);
        rounds.push({ refusal, statements, hashes: passwords.hashes });
      }
      done[reason] = rounds;
    }
    expect(done.no_password).toEqual(done.wrong_password);
    expect(done.unknown_user).toEqual(done.wrong_password);
    const [first, , , , , sixth, seventh] = done.wrong_password ?? [];
    expect(first).toMatchObject({ hashes: 1, statements: ["$queryRaw", expect.any(String)] });
    expect(sixth).toMatchObject({ hashes: 0, statements: [expect.any(String), expect.any(String)] });
    expect(seventh).toMatchObject({ hashes: 0, statements: [] });
    expect((await eventsOf(ctx)).filter((event) => event.startsWith("session.sign_in refused"))).toEqual([
      ...Array(5).fill("session.sign_in refused no_password"),
      ...Array(5).fill("session.sign_in refused unknown_user"),
      ...Array(5).fill("session.sign_in refused wrong_password"),
    ]);
  });

  it("EN-01: an address that nobody has costs a hash of one who has, each address its own, and never lets in", async () => {
    const ctx = await makeUserContext();
    const [cheap, dear] = [hashSync(PASSWORD, 4), hashSync(PASSWORD, 5)];
    await Promise.all(
      Array.from({ length: 30 }, async (_, index) => {
        const { id } = await signUp(otherBrowser(ctx));
        const passwordHash = index < 10 ? dear : cheap;
        await ctx.db.account.updateMany({ where: { userId: id }, data: { passwordHash } });
      }),
    );
    const comparedFor = async (email: string) => {
      const { browser, passwords } = watched(ctx);
      const attempt = send(browser, signInWithPassword, { email, password: PASSWORD });
      await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
      return passwords.compared[0] ?? null;
    };
    const unknown = Array.from({ length: 150 }, newEmail);
    const compared = await Promise.all(unknown.map(comparedFor));
    expect(new Set(compared)).toEqual(new Set([cheap, dear]));
    const share = compared.filter((hash) => hash === dear).length / compared.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.75);
    expect(await Promise.all(unknown.map(comparedFor))).toEqual(compared);
  });

  it("BF-01: locks an account after the limit from any address, the right password included, until the time is over", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const from = (i: number) => otherBrowser(ctx, `198.51.100.${i}`);
    for (let i = 1; i <= 5; i += 1) {
      await expectSignInError(
        send(from(i), signInWithPassword, { email, password: WRONG }),
        "INVALID_EMAIL_OR_PASSWORD",
      );
    }
    await expect(send(from(6), signInWithPassword, { email, password: PASSWORD })).rejects.toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
      retryAfterSeconds: expect.any(Number),
    });
    const mine = { ...(await signedInRequest(ctx)), cookieHeader: null };
    expect(mine.session.user.email).toBe(email);
    await expectSignInError(verifyOwnPassword(mine, { password: PASSWORD }), "TOO_MANY_ATTEMPTS");
  });

  it("BF-01: counts wrong tries in a row: a success begins anew", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    for (let i = 0; i < 3; i += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) {
        const attempt = send(otherBrowser(ctx), signInWithPassword, { email, password: WRONG });
        await expectSignInError(attempt, "INVALID_EMAIL_OR_PASSWORD");
      }
      await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    }
  });

  it("EN-07: the limit is met as soon by an address that nobody has", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    const codes = [];
    for (let i = 0; i < 6; i += 1) {
      const attempt = send(otherBrowser(ctx), signInWithPassword, { email, password: WRONG });
      codes.push(await attempt.catch(({ code }) => code));
    }
    expect(codes).toEqual([...Array(5).fill("INVALID_EMAIL_OR_PASSWORD"), "TOO_MANY_ATTEMPTS"]);
  });

  it("PW-10: counts none of many sign-ins at once that find no room, so that nobody is locked out by a busy hour", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const passwords = new PasswordQueue(3);
    const signIns = Array.from({ length: 40 }, () => {
      const browser = { ...otherBrowser(ctx), signIn: { ...ctx.signIn, passwords } };
      return send(browser, signInWithPassword, { email, password: PASSWORD }).then(
        () => "signed in",
        ({ code }) => code,
      );
    });
    const outcomes = await Promise.all(signIns);
    expect(outcomes.filter((outcome) => outcome === "signed in")).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === "service_unavailable")).toHaveLength(37);
    expect(passwords.hasRoom(ctx.project)).toBe(true);
  });

  it("PW-10: of 120 wrong passwords at once in one project, none takes the room of the dashboard or of another project", async () => {
    const [attacked, other, dashboard] = [await makeUserContext(), await makeUserContext(), await dashboardRequest()];
    const passwords = new PasswordQueue(16);
    const shared = <Request extends TestRequest>(ctx: Request): Request => ({
      ...otherBrowser(ctx),
      signIn: { ...ctx.signIn, passwords },
    });
    const settings = { ...dashboard.project.settings, requireVerifiedEmail: false };
    const ours = shared({ ...dashboard, project: { ...dashboard.project, settings } });
    const members = await Promise.all(Array.from({ length: 4 }, () => signUp(shared(ours))));
    const { email } = await signUp(shared(other));
    const outcomeOf = (ctx: TestRequest, given: { email: string; password: string }) =>
      send(shared(ctx), signInWithPassword, given).then(
        () => "signed in",
        ({ code, retryAfterSeconds }) => (retryAfterSeconds === undefined ? code : `${code} ${retryAfterSeconds}`),
      );

    const flood = Promise.all(
      Array.from({ length: 120 }, () => outcomeOf(attacked, { email: newEmail(), password: WRONG })),
    );
    const meanwhile = await Promise.all([
      ...members.map((member) => outcomeOf(ours, { email: member.email, password: PASSWORD })),
      outcomeOf(other, { email, password: PASSWORD }),
    ]);
    expect(meanwhile).toEqual(Array(5).fill("signed in"));
    expect(new Set(await flood)).toEqual(new Set(["INVALID_EMAIL_OR_PASSWORD", "service_unavailable 1"]));
  });

  it("BF-04: of a hundred guesses at the same instant no more are hashed than the limit allows", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const passwords = new CountingQueue(1_000);
    const guesses = Array.from({ length: 100 }, () => {
      const browser = { ...otherBrowser(ctx), signIn: { ...ctx.signIn, passwords } };
      return send(browser, signInWithPassword, { email, password: WRONG }).catch(({ code }) => code);
    });
    const codes = await Promise.all(guesses);
    expect(codes.filter((code) => code === "INVALID_EMAIL_OR_PASSWORD")).toHaveLength(5);
    expect(codes.filter((code) => code === "TOO_MANY_ATTEMPTS")).toHaveLength(95);
    expect(passwords.hashes).toBe(5);
  });
});

describe("access by password", () => {
  it("tells only who knows the password that the account is blocked, and ends the sessions of a blocked user", async () => {
    const ctx = await makeUserContext();
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { bannedAt: new Date() } });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    const wrong = send(otherBrowser(ctx), signInWithPassword, { email, password: WRONG });
    await expectSignInError(wrong, "INVALID_EMAIL_OR_PASSWORD");
    await expectSignInError(send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD }), "BANNED_USER");
  });

  it("lets nobody in by password where the owner has switched it off", async () => {
    const ctx = await makeUserContext({ settings: { methods: { password: false } } });
    await expectSignInError(tryPassword(ctx, PASSWORD), "EMAIL_PASSWORD_SIGN_UP_DISABLED");
    const attempt = send(ctx, signInWithPassword, { email: newEmail(), password: PASSWORD });
    await expectSignInError(attempt, "EMAIL_PASSWORD_DISABLED");
  });

  it("of twenty sign-ups at once with one address one makes the user", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    const all = Array.from({ length: 20 }, () =>
      send(otherBrowser(ctx), signUpWithPassword, { name: "Ada", email, password: PASSWORD }).then(
        () => "made",
        ({ code }) => code,
      ),
    );
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === "made")).toHaveLength(1);
    expect(codes.filter((code) => code === "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL")).toHaveLength(19);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });
});

import { describe, expect, it } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { verifyBackupCode, verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { FixedClock } from "@/tests/support/context";
import { makePasskeyUser, signInByPasskey } from "@/tests/support/passkeys";
import { makeUserContext, PASSWORD } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { enrol, totpAt } from "@/tests/support/two-factor";
import { claimsOf } from "@/tests/support/user-organisations";

const methodsOf = async (ctx: TestRequest) => (await claimsOf(await signedInRequest(ctx))).amr;

describe("the claim amr", () => {
  it("has the password and the second factor, and mfa for the two", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { user, secret, backupCodes } = await enrol(ctx, clock);
    const challenged = async () => {
      const browser = otherBrowser(ctx);
      await send(browser, signInWithPassword, { email: user.email, password: PASSWORD });
      return nextRequest(browser);
    };
    const byApp = await challenged();
    await send(byApp, verifyTotp, { code: await totpAt(secret, clock.now()), trustDevice: true });
    expect(await methodsOf(byApp)).toEqual(["pwd", "otp", "mfa"]);
    const byBackup = await challenged();
    await send(byBackup, verifyBackupCode, { code: backupCodes[0] ?? "" });
    expect(await methodsOf(byBackup)).toEqual(["pwd", "otp", "mfa"]);
    const trusting = { ...(await nextRequest(byApp)), sessionToken: null, session: null };
    await send(trusting, signInWithPassword, { email: user.email, password: PASSWORD });
    expect(await methodsOf(trusting)).toEqual(["pwd"]);
  });

  it("has the proof of a passkey's key, and mfa only where the passkey verified its user", async () => {
    const made = await makePasskeyUser({ settings: { passkeys: { userVerification: "preferred" } } });
    const verified = await signInByPasskey(otherBrowser(made.ctx), made.authenticator);
    expect(await methodsOf(verified.answering)).toEqual(["pop", "user", "mfa"]);
    const forgery = { flags: { userVerified: false } };
    const present = await signInByPasskey(otherBrowser(made.ctx), made.authenticator, { forgery });
    expect(await methodsOf(present.answering)).toEqual(["pop", "user"]);
  });
});

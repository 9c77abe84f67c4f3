import { describe, expect, it } from "vitest";
import { createId } from "@/lib/core/ids";
import { deletePasskey } from "@/lib/sign-in/passkeys/delete";
import { listPasskeys } from "@/lib/sign-in/passkeys/list";
import { renamePasskey } from "@/lib/sign-in/passkeys/rename";
import { ProjectSettings } from "@/lib/sign-in/projects/settings";
import { SoftwareAuthenticator } from "@/tests/support/authenticator";
import { FixedClock, random } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { addPasskey, makePasskeyUser, signInByPasskey } from "@/tests/support/passkeys";
import { eventsOf, expectSignInError, signUp } from "@/tests/support/sign-in";
import { otherBrowser, signedInRequest } from "@/tests/support/test-browser";

/** No mailbox is a way in, so that accounts and passkeys are all there is. */
const NO_MAIL = { methods: { magicLink: false, emailOtp: false } };

describe("a user's passkeys", () => {
  it("are listed, oldest first, and nobody else's", async () => {
    const clock = new FixedClock();
    const { ctx, passkey } = await makePasskeyUser({ clock });
    clock.advance(1_000);
    const second = await addPasskey(ctx, new SoftwareAuthenticator(), {});
    expect(second.name).toBeNull();
    expect(await listPasskeys(await signedInRequest(ctx))).toEqual([passkey, second]);
    const other = otherBrowser(ctx);
    await signUp(other);
    expect(await listPasskeys(await signedInRequest(other))).toEqual([]);
  });

  it("are renamed, and lose their name, by their owner alone", async () => {
    const { ctx, passkey } = await makePasskeyUser();
    const { id } = passkey;
    const owner = await signedInRequest(ctx);
    expect(await renamePasskey(owner, { id, name: " Key " })).toEqual({ passkey: { ...passkey, name: "Key" } });
    expect(await listPasskeys(owner)).toEqual([{ ...passkey, name: "Key" }]);
    expect(await renamePasskey(owner, { id, name: "" })).toEqual({ passkey: { ...passkey, name: null } });
    const other = otherBrowser(ctx);
    await signUp(other);
    await expectSignInError(renamePasskey(await signedInRequest(other), { id, name: "Mine" }), "PASSKEY_NOT_FOUND");
    expect(await listPasskeys(owner)).toEqual([{ ...passkey, name: null }]);
    expect((await eventsOf(ctx)).filter((event) => event === "passkey.rename accepted")).toHaveLength(2);
  });

  it("are deleted, which is recorded and told to the user; they sign nobody in after that", async () => {
    const { ctx, user, passkey, authenticator } = await makePasskeyUser();
    const owner = await signedInRequest(ctx);
    expect(await deletePasskey(owner, { id: passkey.id })).toEqual({ status: true });
    expect(await listPasskeys(owner)).toEqual([]);
    expect(await eventsOf(ctx)).toContain("passkey.remove accepted");
    expect(await lastMailTo(ctx, user.email, "passkey-removed")).toEqual({ passkeyName: "Laptop" });
    await expectSignInError(signInByPasskey(otherBrowser(ctx), authenticator), "PASSKEY_NOT_FOUND");
    await expectSignInError(deletePasskey(owner, { id: passkey.id }), "PASSKEY_NOT_FOUND");
  });

  it("are deleted only after a proof of the user that is not old", async () => {
    const clock = new FixedClock();
    const { ctx, passkey } = await makePasskeyUser({ clock });
    clock.advance(601_000);
    const owner = await signedInRequest(ctx);
    await expectSignInError(deletePasskey(owner, { id: passkey.id }), "SESSION_NOT_FRESH");
    await renamePasskey(owner, { id: passkey.id, name: "Old" });
  });

  it("PK-13: are not there for anybody else, nor where no passkey can be", async () => {
    const { ctx, passkey } = await makePasskeyUser();
    const other = otherBrowser(ctx);
    await signUp(other);
    const stranger = await signedInRequest(other);
    for (const id of [passkey.id, createId("passkey", random), "", "psk_\u0000", "x".repeat(100_000)]) {
      await expectSignInError(deletePasskey(stranger, { id }), "PASSKEY_NOT_FOUND");
      await expectSignInError(renamePasskey(stranger, { id, name: "x" }), "PASSKEY_NOT_FOUND");
    }
    expect(await ctx.db.passkey.count({ where: { id: passkey.id } })).toBe(1);
  });

  it("PK-13: stay when they are the last way to sign in", async () => {
    const { ctx, user, passkey } = await makePasskeyUser({ settings: NO_MAIL });
    const owner = await signedInRequest(ctx);
    await ctx.db.account.deleteMany({ where: { userId: user.id } });
    await expectSignInError(deletePasskey(owner, { id: passkey.id }), "LAST_SIGN_IN_METHOD");
    expect(await eventsOf(ctx)).toContain("passkey.remove refused last_sign_in_method");
    expect(await listPasskeys(owner)).toHaveLength(1);
    await addPasskey(ctx, new SoftwareAuthenticator());
    const both = await listPasskeys(owner);
    const results = await Promise.allSettled(both.map(({ id }) => deletePasskey({ ...owner }, { id })));
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await listPasskeys(owner)).toHaveLength(1);
  });

  it("PK-13: count neither passkeys of another domain nor methods that are off as ways to sign in", async () => {
    const settings = { methods: { ...NO_MAIL.methods, password: false } };
    const { ctx, user, passkey } = await makePasskeyUser();
    const owner = await signedInRequest(ctx);
    owner.project = { ...owner.project, settings: ProjectSettings.parse({ ...owner.project.settings, ...settings }) };
    await addPasskey(ctx, new SoftwareAuthenticator());
    await ctx.db.passkey.updateMany({
      where: { userId: user.id, id: { not: passkey.id } },
      data: { rpId: "old.example" },
    });
    await expectSignInError(deletePasskey(owner, { id: passkey.id }), "LAST_SIGN_IN_METHOD");
    const { id: projectId } = ctx.project;
    const account = { id: createId("account", random), projectId, userId: user.id, providerId: "google" };
    await ctx.db.account.create({ data: { ...account, accountId: "1" } });
    await expectSignInError(deletePasskey(owner, { id: passkey.id }), "LAST_SIGN_IN_METHOD");
    await ctx.db.projectProvider.create({ data: { projectId, provider: "google", clientId: "c", clientSecret: "s" } });
    expect(await deletePasskey(owner, { id: passkey.id })).toEqual({ status: true });
  });
});

describe("the domain of a project's passkeys", () => {
  const errorsOf = (rpId: string) => ProjectSettings.safeParse({ passkeys: { rpId } }).error?.issues.length ?? 0;

  it.each(["example.com", "auth.example.co.uk", "localhost", "mine.github.io"])("may be %s", (rpId) => {
    expect(errorsOf(rpId)).toBe(0);
  });

  it.each([
    "com",
    "co.uk",
    "github.io",
    "192.0.2.1",
    "*.example.com",
    "Example.com",
    "https://example.com",
    "a..b",
    "",
  ])("is not %j", (rpId) => {
    expect(errorsOf(rpId)).toBeGreaterThan(0);
  });
});

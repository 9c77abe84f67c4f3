import { hash as argon2 } from "@node-rs/argon2";
import { hashSync } from "@node-rs/bcrypt";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import type { CreateUserImportInput } from "@/lib/sign-in/user-imports/create";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";
import { ndjson, takeFile } from "@/tests/support/user-imports";

const BCRYPT = hashSync(PASSWORD, 6);

async function take(ctx: TestRequest, file: string, options: Partial<CreateUserImportInput> = {}) {
  return takeFile((await ownersOf(ctx)).operator, ctx.project.id, file, options);
}

const signIn = (ctx: TestRequest, email: string, password = PASSWORD) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password });

async function userOf(ctx: TestRequest, externalId: string) {
  return ctx.db.user.findFirstOrThrow({
    where: { projectId: ctx.project.id, externalId },
    include: { accounts: { select: { providerId: true, accountId: true } }, twoFactor: true },
  });
}

const social = (user: Awaited<ReturnType<typeof userOf>>) =>
  user.accounts.filter(({ providerId }) => providerId !== "credential");

describe("a file of users from", () => {
  it("Clerk: its CSV with digests, hashers and authenticators", async () => {
    const ctx = await makeUserContext();
    const [ada, bob] = [newEmail(), newEmail()];
    const row = { username: "", primary_phone_number: "", unverified_email_addresses: "", totp_secret: "" };
    const file = Papa.unparse([
      {
        ...{ id: "user_2YDryYFVMM1W1plDDKz7Gzf4we6", first_name: "Ada", last_name: 'Love"lace,\nCountess' },
        ...{ ...row, primary_email_address: ada, verified_email_addresses: ada, totp_secret: "JBSWY3DPEHPK3PXP" },
        ...{ password_digest: BCRYPT, password_hasher: "bcrypt", private_metadata: '{"stripe":"cus_1"}' },
        ...{ public_metadata: '{"role":"editor"}', unsafe_metadata: '{"role":"admin"}' },
      },
      {
        ...{ id: "user_2ZZCgLE7kJG2CRBxTZ6YUIvzS10", first_name: "", last_name: "", ...row, username: "bob" },
        ...{ primary_email_address: bob, verified_email_addresses: "", unverified_email_addresses: bob },
        ...{ password_digest: await argon2(PASSWORD), password_hasher: "argon2id" },
        ...{ private_metadata: "", public_metadata: "{}", unsafe_metadata: "" },
      },
    ]);
    const taken = await take(ctx, file);
    expect(taken).toMatchObject({ source: "clerk", created: 1, refused: 1 });
    expect(taken.problems).toEqual([
      { line: 2, field: "name", message: "Invalid input: must not hold control characters" },
    ]);
    expect(await take(ctx, file.replace(",\nCountess", ""))).toMatchObject({ created: 1, skipped: 1, refused: 0 });
    expect(await userOf(ctx, "user_2YDryYFVMM1W1plDDKz7Gzf4we6")).toMatchObject({
      ...{ email: ada, emailVerified: true, name: 'Ada Love"lace', twoFactorEnabled: true },
      // Metadata that users could write themselves never stands in the place from which a claim is read.
      ...{ publicMetadata: { role: "editor", unsafe_metadata: { role: "admin" } } },
      privateMetadata: { stripe: "cus_1" },
    });
    expect(await signIn(ctx, bob)).toMatchObject({ user: { name: "bob", emailVerified: false } });
    expect(await signIn(ctx, ada)).toMatchObject({ twoFactorRedirect: true });
  });

  it("Auth0: the users of an export, then its password hashes", async () => {
    const ctx = await makeUserContext();
    const [ada, bob, eve, max] = [newEmail(), newEmail(), newEmail(), newEmail()];
    const database = { provider: "auth0", user_id: "5dea9f9c82dd7c0e76e4ec93", connection: "Username-Password" };
    const google = { provider: "google-oauth2", user_id: "1170", connection: "google-oauth2", isSocial: true };
    const users = ndjson([
      {
        ...{ user_id: "auth0|5dea9f9c82dd7c0e76e4ec93", email: ada, email_verified: true, name: "Ada" },
        ...{ created_at: "2019-12-06T18:36:12.412Z", identities: [database, google], picture: "https://e.com/a.png" },
        ...{ user_metadata: { theme: "dark" }, app_metadata: { roles: ["editor"] } },
      },
      { user_id: "github|583231", email: bob, email_verified: true, nickname: "bob", blocked: true },
    ]);
    expect(await take(ctx, users)).toMatchObject({ source: "auth0", created: 2, refused: 0 });
    const hashes = ndjson([
      {
        ...{ _id: { $oid: "5dea9f9c82dd7c0e76e4ec93" }, email_verified: true, email: ada, passwordHash: BCRYPT },
        ...{ password_set_date: { $date: "2019-12-06T18:36:12.412Z" }, tenant: "shop", connection: "db" },
        _tmp_is_unique: true,
      },
    ]);
    expect(await take(ctx, hashes, { existing: "update" })).toMatchObject({ source: "auth0", updated: 1, refused: 0 });
    const scrypt = {
      ...{ algorithm: "scrypt", hash: { value: "KH7+EeSANS8/06LNANJtVG4TNCnHYixmPS8+xBIp9NM=", encoding: "base64" } },
      ...{ salt: { value: "2ltL6R2DcG5t7b33vtcaow==", encoding: "base64" }, keylen: 32, cost: 16_384, blockSize: 8 },
    };
    const own = ndjson([
      { email: eve, custom_password_hash: scrypt },
      { email: max, custom_password_hash: { algorithm: "md5", hash: { value: "5f4dcc3b5aa765d61d8327deb882cf99" } } },
    ]);
    expect((await take(ctx, own)).problems).toEqual([
      { line: 2, field: "passwordHash", message: "the hash's format isn't supported" },
    ]);
    expect(await signIn(ctx, ada)).toMatchObject({ user: { name: "Ada", image: "https://e.com/a.png" } });
    expect(await signIn(ctx, eve)).toMatchObject({ user: { email: eve } });
    const first = await userOf(ctx, "auth0|5dea9f9c82dd7c0e76e4ec93");
    expect(social(first)).toEqual([{ providerId: "google", accountId: "1170" }]);
    // The second file has no metadata, and leaves that of the first.
    expect(first).toMatchObject({
      ...{ publicMetadata: { user_metadata: { theme: "dark" } }, privateMetadata: { roles: ["editor"] } },
    });
    const banned = await userOf(ctx, "github|583231");
    expect([social(banned), banned.bannedAt]).toEqual([
      [{ providerId: "github", accountId: "583231" }],
      expect.any(Date),
    ]);
  });

  it("Supabase: auth.users as CSV, then auth.identities as JSON", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    const id = "76b196c8-d5c4-4907-9746-ed06ef829a67";
    const users = Papa.unparse(
      [
        {
          ...{ instance_id: "00000000-0000-0000-0000-000000000000", id, aud: "authenticated", role: "authenticated" },
          ...{ email, encrypted_password: BCRYPT, email_confirmed_at: "2024-02-26 14:04:29.153624+00" },
          ...{
            last_sign_in_at: "",
            raw_app_meta_data: '{"provider":"email","plan":"pro"}',
            raw_user_meta_data: '{"name":"Ada"}',
          },
          ...{ created_at: "2024-02-26 14:04:29.140992+00", banned_until: "", deleted_at: "" },
        },
      ],
      { quotes: true },
    );
    expect(await take(ctx, users)).toMatchObject({ source: "supabase", created: 1, refused: 0 });
    const identity = { user_id: id, identity_data: { sub: "1170", email }, provider: "google", provider_id: "1170" };
    const own = { user_id: id, identity_data: { sub: id, email }, provider: "email", provider_id: id };
    const stranger = { ...identity, user_id: "926f3b49-9687-4d05-8557-2673387a1f3c", provider_id: "7" };
    const linked = await take(ctx, JSON.stringify([own, identity, stranger], null, 2));
    expect(linked).toMatchObject({ source: "supabase", updated: 2, refused: 1 });
    expect(await signIn(ctx, email)).toMatchObject({ user: { name: "Ada", emailVerified: true } });
    const user = await userOf(ctx, id);
    expect([user.publicMetadata, user.privateMetadata]).toEqual([{ user_metadata: { name: "Ada" } }, { plan: "pro" }]);
    expect([social(user), user.createdAt]).toEqual([
      [{ providerId: "google", accountId: "1170" }],
      new Date("2024-02-26T14:04:29.140Z"),
    ]);
  });

  it("Firebase: auth:export with the test vector of its scrypt", async () => {
    const ctx = await makeUserContext();
    const email = newEmail();
    const file = JSON.stringify({
      users: [
        {
          ...{ localId: "cosIBFS1dIf2pHMzBfOv5hrcJ8p1", email, emailVerified: true, displayName: "Ada" },
          passwordHash: "lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
          ...{ salt: "42xEC+ixf3L2lw==", createdAt: "1486324170000", lastSignedInAt: "1486324170000" },
          providerUserInfo: [{ providerId: "google.com", rawId: "1170", email, displayName: "Ada" }],
          customAttributes: '{"admin":true}',
        },
        { localId: "anonymous", createdAt: "1486324170000", providerUserInfo: [] },
      ],
    });
    const signerKey = "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==";
    const unknown = await take(ctx, file, { isDryRun: true });
    expect(unknown.problems[0]).toMatchObject({
      field: "passwordHash",
      message: expect.stringMatching(/hash parameters/),
    });
    const hashParameters = { signerKey, saltSeparator: "Bw==", rounds: 8, memCost: 14 };
    expect(await take(ctx, file, { hashParameters })).toMatchObject({ source: "firebase", created: 1, refused: 1 });
    expect(await signIn(ctx, email, "user1password")).toMatchObject({ user: { name: "Ada", emailVerified: true } });
    const user = await userOf(ctx, "cosIBFS1dIf2pHMzBfOv5hrcJ8p1");
    expect([user.publicMetadata, user.privateMetadata]).toEqual([{}, { admin: true }]);
    expect([social(user), user.createdAt]).toEqual([
      [{ providerId: "google", accountId: "1170" }],
      new Date(1_486_324_170_000),
    ]);
  });
});

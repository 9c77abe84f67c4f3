import { hashSync } from "@node-rs/bcrypt";
import { expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { exportUsers } from "@/lib/sign-in/user-imports/export";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send } from "@/tests/support/test-browser";
import { ndjson, takeFile } from "@/tests/support/user-imports";

async function textOf(ctx: Context, projectId: string, withSecrets: boolean): Promise<string> {
  let text = "";
  const write = async (part: string) => {
    text += part;
  };
  await exportUsers(ctx, { projectId, withSecrets, write });
  return text;
}

const passkey = {
  ...{
    credentialId: "Y3JlZGVudGlhbA",
    publicKey: "cHVibGljLWtleQ",
    counter: 7,
    rpId: "app.example.com",
    name: "Laptop",
  },
  ...{ deviceType: "multiDevice", isBackedUp: true, transports: ["internal"], createdAt: "2025-05-04T11:05:00.000Z" },
};

it("An export is read by an import: people sign in elsewhere with the same password, and all else is as it was", async () => {
  const ctx = await makeUserContext();
  const { operator } = await ownersOf(ctx);
  const [ada, bob] = [newEmail(), newEmail()];
  const file = ndjson([
    {
      ...{ externalId: "old|1", email: ada, name: "Ada", emailVerified: true, image: "https://e.com/a.png" },
      ...{ createdAt: "2025-01-02T03:04:05.678Z", passwordHash: hashSync(PASSWORD, 6), passkeys: [passkey] },
      ...{ publicMetadata: { plan: "pro", limits: { seats: 3 } }, privateMetadata: { note: null, tags: ["vip"] } },
      accounts: [
        { providerId: "github", providerAccountId: "583231", email: ada },
        { providerId: "acme", providerAccountId: "00u1", issuer: "https://login.acme.example" },
      ],
    },
    { email: bob, bannedAt: "2025-05-04T11:05:00.000Z", twoFactor: { secret: "JBSWY3DPEHPK3PXP" } },
  ]);
  expect(await takeFile(operator, ctx.project.id, file)).toMatchObject({ created: 2, refused: 0 });
  const exported = await textOf(operator, ctx.project.id, true);
  expect(JSON.parse(exported.split("\n").find((line) => line.includes(ada)) ?? "")).toMatchObject({
    ...{ publicMetadata: { plan: "pro", limits: { seats: 3 } }, privateMetadata: { note: null, tags: ["vip"] } },
    accounts: [{ providerId: "acme", issuer: "https://login.acme.example" }, { providerId: "github" }],
  });
  const other = await makeUserContext();
  const there = (await ownersOf(other)).operator;
  expect(await takeFile(there, other.project.id, exported)).toMatchObject({
    source: "coppice",
    created: 2,
    refused: 0,
  });
  const without = (text: string, ...fields: string[]) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line, (name, value) => (fields.includes(name) ? undefined : value)))
      .sort((a, b) => String(a.email).localeCompare(String(b.email)));
  const again = await textOf(there, other.project.id, true);
  expect(without(again, "id", "externalId")).toEqual(without(exported, "id", "externalId"));
  // The ids belong to the users of the first project, so that they are kept beside new ones.
  const [first] = without(exported).filter(({ email }) => email === bob);
  expect(without(again).find(({ email }) => email === bob)).toMatchObject({ externalId: first.id });
  expect(await send(otherBrowser(other), signInWithPassword, { email: ada, password: PASSWORD })).toMatchObject({
    user: { email: ada, name: "Ada" },
  });
  await ctx.db.user.deleteMany({ where: { projectId: ctx.project.id } });
  expect(await takeFile(operator, ctx.project.id, exported)).toMatchObject({ created: 2 });
  expect(without(await textOf(operator, ctx.project.id, true))).toEqual(without(exported));
});

it("Hashes and secrets are exported to owners alone, users to administrators, and each export leaves a trace", async () => {
  const ctx = await makeUserContext();
  const { member, stranger } = await ownersOf(ctx);
  const projectId = ctx.project.id;
  const secret = "JBSWY3DPEHPK3PXP";
  const user = { email: newEmail(), passwordHash: hashSync(PASSWORD, 6), passkeys: [passkey], twoFactor: { secret } };
  await takeFile(await member("admin"), projectId, ndjson([user]));
  await expect(textOf(await member("developer"), projectId, false)).rejects.toMatchObject({
    code: "missing_permission",
  });
  await expect(textOf(await member("admin"), projectId, true)).rejects.toMatchObject({ code: "missing_permission" });
  await expect(textOf(stranger, projectId, false)).rejects.toMatchObject({ code: "project_not_found" });
  const plain = await textOf(await member("admin"), projectId, false);
  expect(plain).toContain(user.email);
  expect(plain).not.toMatch(/JBSWY3DP|\$2b\$|passkeys|passwordHash/);
  expect(await textOf(await member("owner"), projectId, true)).toMatch(/JBSWY3DP.*/);
  const events = await ctx.db.auditEvent.findMany({ where: { targetId: projectId, action: "user.export" } });
  expect(events).toHaveLength(2);
  expect(events.map(({ data }) => data)).toEqual(
    expect.arrayContaining([{ withSecrets: false }, { withSecrets: true }]),
  );
});

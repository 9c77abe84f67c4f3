import { createVerify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { toPem } from "@/lib/infra/saml/pem";
import { endSsoKeyRotation } from "@/lib/sign-in/sso/connections/end-key-rotation";
import { rotateSsoKey } from "@/lib/sign-in/sso/connections/rotate-key";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { encryptAssertion } from "@/tests/support/encrypt-assertion";
import { ownersOf } from "@/tests/support/project-members";
import { assertionOf, responseAround, saidTo, signXml } from "@/tests/support/saml-identity-provider";
import { APP, connect, errorIn, follow, makeSsoContext, post, startAt } from "@/tests/support/sso";
import { otherBrowser, send } from "@/tests/support/test-browser";

/** A connection with a key of its own, and an admin who may replace it. */
async function setUp(given: Parameters<typeof connect>[1] = { requiresEncryption: true, signsRequests: true }) {
  const ctx = await makeSsoContext();
  const { idp, connection } = await connect(ctx, given);
  const owners = await ownersOf(ctx);
  const admin = { ...(await owners.member("admin")), signIn: ctx.signIn };
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const certificates = async (use: "signing" | "encryption") => {
    const { text } = await showSamlMetadata(ctx, { connectionId: connection.id });
    const described = text?.match(/<KeyDescriptor[\s\S]*?<\/KeyDescriptor>/g) ?? [];
    return described
      .filter((each) => each.includes(`use="${use}"`))
      .map((each) => /<ds:X509Certificate>([^<]+)</.exec(each)?.[1]?.replace(/\s/g, "") ?? "");
  };
  /** Signs in by an assertion that is encrypted for the certificate. Returns the error that it ends in, if any. */
  const signIn = async (certificate: string) => {
    const { browser, request } = await startAt({ ...otherBrowser(ctx), clock: ctx.clock }, connection);
    const said = saidTo(idp, request, ctx.clock.now(), { nameId: "ada" });
    const xml = responseAround(said, await encryptAssertion(signXml(assertionOf(said), idp), certificate));
    const posted = errorIn(await post(ctx, connection.id, xml));
    return posted ?? errorIn((await follow(browser, connection.id)).received.redirect ?? null);
  };
  /** Whether a request of now is signed by the certificate's key. */
  const isSignedBy = async (certificate: string) => {
    const { url } = await send(otherBrowser(ctx), startSsoSignIn, {
      ...{ providerId: connection.id, callbackURL: `${APP}/in` },
    });
    const [query = "", signature = ""] = new URL(url).search.slice(1).split("&Signature=");
    return createVerify("RSA-SHA256").update(query).verify(toPem(certificate), decodeURIComponent(signature), "base64");
  };
  return { ...owners, ctx, admin, address, certificates, signIn, isSignedBy };
}

describe("the own key of a connection that is replaced", () => {
  it("decrypts and signs beside the new one until its owner ends it", async () => {
    const { ctx, admin, address, certificates, signIn, isSignedBy } = await setUp();
    const [old = ""] = await certificates("encryption");
    const rotated = await rotateSsoKey(admin, address);
    const [made = "", ...others] = await certificates("encryption");
    expect(others).toEqual([]);
    expect(made).not.toBe(old);
    expect(await certificates("signing")).toEqual([old, made]);
    expect(rotated.serviceProvider.nextCertificate?.fingerprint).not.toBe(
      rotated.serviceProvider.certificate?.fingerprint,
    );
    expect([await signIn(old), await signIn(made)]).toEqual([null, null]);
    expect([await isSignedBy(old), await isSignedBy(made)]).toEqual([true, false]);

    const ended = await endSsoKeyRotation(admin, address);
    expect(ended.serviceProvider.certificate).toEqual(rotated.serviceProvider.nextCertificate);
    expect(ended.serviceProvider.nextCertificate).toBeNull();
    expect([await certificates("encryption"), await certificates("signing")]).toEqual([[made], [made]]);
    expect([await signIn(made), await signIn(old)]).toEqual([null, "invalid_saml_response"]);
    expect([await isSignedBy(old), await isSignedBy(made)]).toEqual([false, true]);
    const audits = await ctx.db.auditEvent.findMany({
      where: { targetId: address.connectionId, actorId: admin.actor.id },
      orderBy: { id: "asc" },
    });
    expect(audits.map(({ action }) => action).sort()).toEqual([
      "sso_connection.end_key_rotation",
      "sso_connection.rotate_key",
    ]);
    expect(JSON.stringify([audits, rotated, ended])).not.toContain("PRIVATE");
  });

  it("is kept sealed, each key in its own place", async () => {
    const { ctx, admin, address } = await setUp();
    await rotateSsoKey(admin, address);
    const where = { id: address.connectionId };
    const read = () =>
      ctx.db.ssoConnection.findUniqueOrThrow({ where, select: { privateKey: true, nextPrivateKey: true } });
    const { privateKey, nextPrivateKey } = await read();
    for (const sealed of [privateKey, nextPrivateKey]) expect(sealed).toMatch(/^s1\./);
    const at = (column: string) => ({ table: "sso_connection", column, rowId: address.connectionId });
    const next = ctx.sealer.open(nextPrivateKey ?? "", at("next_private_key"));
    expect(() => ctx.sealer.open(nextPrivateKey ?? "", at("private_key"))).toThrow();
    await endSsoKeyRotation(admin, address);
    const after = await read();
    expect(after.nextPrivateKey).toBeNull();
    expect(ctx.sealer.open(after.privateKey ?? "", at("private_key"))).toBe(next);
  });

  it("is replaced once at a time, also by two at once, and ended only then", async () => {
    const { admin, address, certificates } = await setUp();
    await expect(endSsoKeyRotation(admin, address)).rejects.toMatchObject({ code: "conflict" });
    const [one, other] = await Promise.all([rotateSsoKey(admin, address), rotateSsoKey(admin, address)]);
    expect(one.serviceProvider).toEqual(other.serviceProvider);
    expect((await rotateSsoKey(admin, address)).serviceProvider).toEqual(one.serviceProvider);
    expect(await certificates("signing")).toHaveLength(2);
  });

  it("must be there", async () => {
    const { admin, address } = await setUp({});
    await expect(rotateSsoKey(admin, address)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is replaced by admins alone", async () => {
    const { ctx, address, member, stranger } = await setUp();
    const before = await showSsoConnection({ ...ctx, actor: { kind: "operator", id: "test" } }, address);
    for (const verb of [rotateSsoKey, endSsoKeyRotation]) {
      for (const role of ["viewer", "developer"] as const) {
        const refused = verb({ ...(await member(role)), signIn: ctx.signIn }, address);
        await expect(refused).rejects.toMatchObject({ code: "missing_permission" });
      }
      const refused = verb({ ...stranger, signIn: ctx.signIn }, address);
      await expect(refused).rejects.toMatchObject({ code: "project_not_found" });
    }
    expect(await showSsoConnection({ ...ctx, actor: { kind: "operator", id: "test" } }, address)).toEqual(before);
  });
});

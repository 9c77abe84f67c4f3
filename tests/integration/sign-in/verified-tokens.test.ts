import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { getToken } from "@/lib/sign-in/tokens/get";
import { revokeSigningKeys } from "@/lib/sign-in/tokens/revoke";
import { rotateSigningKeys } from "@/lib/sign-in/tokens/rotate";
import { verifyToken } from "@/lib/sign-in/tokens/verify";
import { FixedClock, OPERATOR } from "@/tests/support/context";
import { makeUserContext, signUp } from "@/tests/support/sign-in";
import { signedInRequest } from "@/tests/support/test-browser";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function signedIn(settings: object = {}) {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ clock, settings });
  const user = await signUp(ctx);
  const request = await signedInRequest(ctx);
  const { token } = await getToken(request);
  const verify = (text = token, projectId = ctx.project.id) => verifyToken(ctx, projectId, text);
  return { ctx, clock, user, session: request.session, token, verify };
}

describe("a user's token, as the service's own routes verify it", () => {
  it.each(["EdDSA", "ES256", "RS256"])("of %s names the user, until it expires", async (algorithm) => {
    const { ctx, clock, user, verify } = await signedIn({ token: { algorithm } });
    expect(await verify()).toMatchObject({
      claims: { sub: user.id },
      project: { id: ctx.project.id, status: "active" },
    });
    clock.advance(301_000);
    expect(await verify()).toBe("expired");
  });

  it("RT-05, JW-01: of another project, without a signature, or signed with a public key is none", async () => {
    const [{ token, verify, ctx }, other] = [await signedIn(), await signedIn()];
    const [header = "", payload = "", signature = ""] = token.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString());
    const [key] = await ctx.db.signingKey.findMany({ where: { id: kid }, select: { publicJwk: true } });
    const hmacHeader = encode({ alg: "HS256", kid, typ: "JWT" });
    const hmac = createHmac("sha256", JSON.stringify(key?.publicJwk))
      .update(`${hmacHeader}.${payload}`)
      .digest("base64url");
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${hmacHeader}.${payload}.${hmac}`,
      `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      `${header}.${encode({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), sub: other.user.id })}.${signature}`,
      "eyJ",
      "eyJ.eyJ.eyJ",
      other.token,
    ];
    for (const text of forged) expect(await verify(text), text).toBeNull();
    expect(await verify(token, other.ctx.project.id)).toBeNull();
    expect(await verify(token, "p_00000000000000000000")).toBeNull();
    expect(await verify()).not.toBeNull();
  });

  it("ends with the session, with a ban for as long as it lasts, and with its key", async () => {
    const { ctx, clock, user, session, verify } = await signedIn();
    const ban = (bannedAt: Date | null, bannedUntil: Date | null) =>
      ctx.db.user.update({ where: { id: user.id }, data: { bannedAt, bannedUntil } });
    await ban(clock.now(), null);
    expect(await verify()).toBeNull();
    await ban(clock.now(), new Date(clock.now().getTime() + 60_000));
    expect(await verify()).toBeNull();
    await ban(clock.now(), new Date(clock.now().getTime() - 1));
    expect(await verify()).not.toBeNull();
    const operator = { ...ctx, actor: OPERATOR };
    await rotateSigningKeys(operator, { projectId: ctx.project.id, now: true });
    expect(await verify()).not.toBeNull();
    await ctx.db.session.delete({ where: { id: session.id } });
    expect(await verify()).toBeNull();
  });

  it("of a revoked key is none", async () => {
    const { ctx, verify } = await signedIn();
    await revokeSigningKeys({ ...ctx, actor: OPERATOR }, { projectId: ctx.project.id });
    expect(await verify()).toBeNull();
  });
});

import { expect, it } from "vitest";
import { explainSignIn } from "@/lib/sign-in/explain/explain";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { makeIdentityProvider, readRequest, saidTo, signedResponse } from "@/tests/support/saml-identity-provider";
import { signUp } from "@/tests/support/sign-in";
import { APP, connect, makeSsoContext, operatorOf, post, signInAt } from "@/tests/support/sso";
import { otherBrowser, send } from "@/tests/support/test-browser";

const ADA = "ada@acme.example";

async function setUp() {
  const ctx = await makeSsoContext();
  const at = await connect(ctx);
  const { organisationId } = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
  const address = { organisationId: organisationId ?? "", projectId: ctx.project.id };
  const explain = async (about = ADA) => (await explainSignIn(operatorOf(ctx), { ...address, about })).findings;
  const change = (given: object) =>
    updateSsoConnection(operatorOf(ctx), { projectId: ctx.project.id, connectionId: at.connection.id, ...given });
  return { ctx, at, explain, change };
}

it("says that a company's people sign in by its connection, with an account or without", async () => {
  const { ctx, at, explain, change } = await setUp();
  const sentence = "People of acme.example sign in by the connection Acme.";
  expect(await explain()).toMatchObject([{ id: "no-account" }, { id: "connection", sentence }]);
  expect((await explain())[1]?.advice).toContain("first sign-in");
  await change({ createsUsers: false });
  expect((await explain())[1]?.advice).toContain("creates no accounts");
  await change({ createsUsers: true });
  await signInAt(ctx, at);
  const told = await explain();
  expect(told).toContainEqual(expect.objectContaining({ id: "connection", sentence, advice: null }));
  expect(told.map(({ id }) => id)).not.toContain("connection-refused");
  expect((await explain("ada@other.example")).map(({ id }) => id)).toEqual(["no-account"]);
});

it("says why the last sign-in was refused, by the address that was typed, until one succeeds", async () => {
  const { ctx, at, explain } = await setUp();
  await signUp(otherBrowser(ctx), ADA);
  const { url } = await send(ctx, startSsoSignIn, { email: "Ada@ACME.example", callbackURL: `${APP}/in` });
  const said = saidTo(at.idp, readRequest(url), ctx.clock.now());
  await post(ctx, at.connection.id, signedResponse(await makeIdentityProvider(), said));
  const refused = (await explain()).find(({ id }) => id === "connection-refused");
  expect(refused?.sentence).toMatch(/^The last sign-in by Acme was refused: signature not accepted\. The signature/);
  expect(refused?.advice).toContain("metadata");
  ctx.clock.advance(1_000);
  await signInAt({ ...otherBrowser(ctx), clock: ctx.clock }, at);
  expect((await explain()).map(({ id }) => id)).not.toContain("connection-refused");
});

it("says that the connection is off, or that its metadata isn't read any more", async () => {
  const { ctx, at, explain, change } = await setUp();
  const where = { id: at.connection.id };
  await ctx.db.ssoConnection.updateMany({ where, data: { metadataProblem: "It answered 404." } });
  const problem = "The metadata of Acme isn't read any more. It answered 404.";
  expect(await explain()).toContainEqual(expect.objectContaining({ id: "connection-metadata", sentence: problem }));
  await change({ enabled: false });
  const sentence = "The connection Acme of acme.example is off, so no one signs in by it.";
  expect(await explain()).toContainEqual(expect.objectContaining({ id: "connection-off", sentence }));
});

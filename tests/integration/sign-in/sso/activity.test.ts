import { expect, it } from "vitest";
import { listSsoConnectionsWithActivity } from "@/lib/sign-in/sso/connections/list-with-activity";
import { connect, makeSsoContext, operatorOf, signInAt } from "@/tests/support/sso";
import { otherBrowser } from "@/tests/support/test-browser";

it("connections are listed with their users and their newest sign-in", async () => {
  const ctx = await makeSsoContext();
  const used = await connect(ctx);
  ctx.clock.advance(1_000);
  const unused = await connect(ctx, { domain: "globex.example" });
  await signInAt(ctx, used, { nameId: "ada" });
  ctx.clock.advance(60_000);
  await signInAt(otherBrowser(ctx), used, { nameId: "ada" });
  const listed = await listSsoConnectionsWithActivity(operatorOf(ctx), { projectId: ctx.project.id });
  expect(listed.map(({ id, users, lastSignInAt }) => [id, users, lastSignInAt])).toEqual([
    [used.connection.id, 1, ctx.clock.now().toISOString()],
    [unused.connection.id, 0, null],
  ]);
});

import { expect, it } from "vitest";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { checkSsoDomains, DAYS_UNTIL_UNVERIFIED } from "@/lib/sign-in/sso/domains/check-all";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { expectSignInError } from "@/tests/support/sign-in";
import { APP, connect, DOMAIN, makeSsoContext, operatorOf } from "@/tests/support/sso";
import { send } from "@/tests/support/test-browser";

const DAY = 86_400_000;

async function connected() {
  const ctx = await makeSsoContext();
  const { connection } = await connect(ctx);
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const show = async () => (await showSsoConnection(operatorOf(ctx), address)).domains[0];
  const check = () => checkSsoDomains(operatorOf(ctx));
  const start = () => send(ctx, startSsoSignIn, { domain: DOMAIN, callbackURL: `${APP}/in` });
  const audits = async () => {
    const where = { targetId: connection.id, action: { in: ["sso_domain.miss", "sso_domain.unverify"] } };
    return (await ctx.db.auditEvent.findMany({ where, orderBy: { createdAt: "asc" } })).map(({ action }) => action);
  };
  const records = new Map(ctx.records);
  return { ctx, address, show, check, start, audits, records };
}

it("a domain whose record stays is checked again and stays verified", async () => {
  const { ctx, show, check, audits } = await connected();
  ctx.clock.advance(30 * DAY);
  await check();
  expect(await show()).toMatchObject({ missingSince: null, checkedAt: ctx.clock.now().toISOString() });
  expect((await show())?.verifiedAt).not.toBeNull();
  expect(await audits()).toEqual([]);
});

it("a domain whose record goes is warned of first, and is no longer verified after days", async () => {
  const { ctx, show, check, start, audits } = await connected();
  ctx.records.clear();
  ctx.clock.advance(DAY);
  const missingSince = ctx.clock.now().toISOString();
  await check();
  expect(await show()).toMatchObject({ missingSince });
  ctx.clock.advance((DAYS_UNTIL_UNVERIFIED - 1) * DAY);
  await check();
  expect(await show()).toMatchObject({ missingSince });
  expect((await start()).url).toContain("https://");
  expect(await audits()).toEqual(["sso_domain.miss"]);
  ctx.clock.advance(DAY);
  await check();
  expect(await show()).toMatchObject({ missingSince: null, verifiedAt: null });
  await expectSignInError(start(), "PROVIDER_NOT_FOUND");
  expect(await audits()).toEqual(["sso_domain.miss", "sso_domain.unverify"]);
});

it("a record that comes back ends the warning, by a check of either kind", async () => {
  const { ctx, address, show, check, records } = await connected();
  for (const look of [check, () => verifySsoDomain(operatorOf(ctx), { ...address, domain: DOMAIN })]) {
    ctx.records.clear();
    await check();
    expect((await show())?.missingSince).not.toBeNull();
    for (const [name, texts] of records) ctx.records.set(name, texts);
    await look();
    expect(await show()).toMatchObject({ missingSince: null });
    expect((await show())?.verifiedAt).not.toBeNull();
  }
});

it("name servers that don't answer change nothing", async () => {
  const { ctx, show, check } = await connected();
  const before = await show();
  const silent = { ...ctx.mail, resolveTxt: () => Promise.reject(new Error("no answer")) };
  ctx.clock.advance(30 * DAY);
  await checkSsoDomains({ ...operatorOf(ctx), mail: silent });
  expect(await show()).toEqual(before);
  await check();
  expect((await show())?.verifiedAt).not.toBeNull();
});

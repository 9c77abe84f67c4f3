import { afterEach, beforeEach, expect, it } from "vitest";
import { readEnvironment } from "@/lib/core/env";
import { isSignUpOpen } from "@/lib/people/accounts/dashboard-project";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { listOperatorSettings } from "@/lib/people/operator-settings/list";
import { LiveSettings, settingPlace } from "@/lib/people/operator-settings/live-settings";
import type { ServiceContext } from "@/lib/runtime";
import { createOrganisation, dashboardProjectId, makeContext } from "@/tests/support/context";

const SECRET = "smtp://coppice:hunter2@mail.example";
const OPERATOR_ACCOUNT = { kind: "operator-account", id: "usr_1" } as const;

let ctx: ServiceContext;

beforeEach(async () => {
  ctx = await makeContext({ actor: OPERATOR_ACCOUNT });
  await dashboardProjectId(ctx.db);
});
afterEach(() => ctx.db.operatorSetting.deleteMany());

/** Returns a context of a process that was started with these variables. */
function startedWith(variables: Record<string, string>): ServiceContext {
  const { db, sealer, log } = ctx;
  return { ...ctx, settings: new LiveSettings({ db, sealer, log, environment: readEnvironment(variables) }) };
}

async function settingOf(name: string, context = ctx) {
  const groups = await listOperatorSettings(context);
  return groups.flatMap(({ settings }) => settings).find((setting) => setting.name === name);
}

const change = (values: Record<string, string | null>, context = ctx) => changeOperatorSettings(context, { values });

it("stores a value, which is then in force, and removes it again", async () => {
  expect(await settingOf("COPPICE_AUDIT_DAYS")).toMatchObject({ source: "default", value: "730", isStored: false });
  expect(await change({ COPPICE_AUDIT_DAYS: "365" })).toEqual({ changed: ["COPPICE_AUDIT_DAYS"] });
  const stored = { source: "stored", value: "365", stored: "365", fallback: "730", changedAt: expect.any(String) };
  expect(await settingOf("COPPICE_AUDIT_DAYS")).toMatchObject(stored);
  await ctx.settings.renew();
  expect(ctx.settings.current.auditDays).toBe(365);
  expect(await change({ COPPICE_AUDIT_DAYS: "365" })).toEqual({ changed: [] });
  await change({ COPPICE_AUDIT_DAYS: null });
  expect(await settingOf("COPPICE_AUDIT_DAYS")).toMatchObject({ source: "default", value: "730", isStored: false });
});

it("keeps a secret encrypted, and out of lists and of the audit log", async () => {
  await change({ SMTP_URL: SECRET });
  const row = await ctx.db.operatorSetting.findUniqueOrThrow({ where: { name: "SMTP_URL" }, omit: { value: false } });
  expect(row.value).not.toContain("hunter2");
  expect(ctx.sealer.open(row.value, settingPlace("SMTP_URL"))).toBe(SECRET);
  expect(row.changedBy).toBe("operator-account usr_1");
  expect(await settingOf("SMTP_URL")).toMatchObject({ source: "stored", isSet: true, value: null, stored: null });
  const where = { targetId: "SMTP_URL", actorKind: ctx.actor.kind, actorId: ctx.actor.id };
  const audited = await ctx.db.auditEvent.findMany({ where });
  expect(audited).toContainEqual(expect.objectContaining({ action: "setting.set", data: {} }));
  expect(JSON.stringify([await listOperatorSettings(ctx), audited])).not.toContain("hunter2");
});

it("writes an audit row for each setting that changed", async () => {
  const before = new Date();
  await change({ COPPICE_AUDIT_DAYS: "400", COPPICE_DELETED_DATABASE_DAYS: "3", COPPICE_MAIL_SPF: null });
  await change({ COPPICE_AUDIT_DAYS: null });
  const where = { requestId: ctx.requestId, action: { startsWith: "setting." } };
  const rows = await ctx.db.auditEvent.findMany({ where, select: { action: true, targetId: true, data: true } });
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { action: "setting.set", targetId: "COPPICE_AUDIT_DAYS", data: { value: "400" } },
      { action: "setting.set", targetId: "COPPICE_DELETED_DATABASE_DAYS", data: { value: "3" } },
      { action: "setting.unset", targetId: "COPPICE_AUDIT_DAYS", data: {} },
    ]),
  );
  expect(before).toBeInstanceOf(Date);
});

it("lets a variable win: it is told as such, and can't be changed", async () => {
  await change({ COPPICE_AUDIT_DAYS: "365" });
  const fixed = startedWith({ COPPICE_AUDIT_DAYS: "90" });
  const told = { source: "variable", value: "90", isStored: true, stored: "365" };
  expect(await settingOf("COPPICE_AUDIT_DAYS", fixed)).toMatchObject(told);
  await fixed.settings.renew();
  expect(fixed.settings.current.auditDays).toBe(90);
  await expect(change({ COPPICE_AUDIT_DAYS: "100" }, fixed)).rejects.toMatchObject({ code: "conflict" });
  // The stored value can be removed all the same.
  expect(await change({ COPPICE_AUDIT_DAYS: null }, fixed)).toEqual({ changed: ["COPPICE_AUDIT_DAYS"] });
});

it.each([
  ["SMTP_URL", "http://mail.example/hunter2"],
  ["COPPICE_AUDIT_DAYS", "29"],
  ["COPPICE_DELETED_DATABASE_DAYS", "many"],
  ["COPPICE_SIGN_UP", "maybe"],
  ["COPPICE_SECURITY_CONTACT", "security@mail.example"],
  ["COPPICE_AI_URL", "https://me:hunter2@models.example/v1"],
  ["COPPICE_AI_URL", "hunter2"],
  ["DATABASE_URL", "postgresql://hunter2"],
  ["__proto__", "x"],
])("refuses %s=%s by the setting's name, and stores none of the others", async (name, value) => {
  const values = Object.fromEntries([
    ["COPPICE_MAIL_FROM", "a@mail.example"],
    [name, value],
  ]);
  const error = await change(values).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: "invalid_request", details: [{ path: name }] });
  expect(String(error)).not.toContain("hunter2");
  expect(await ctx.db.operatorSetting.count()).toBe(0);
});

it("names the limit of a plan that is refused", async () => {
  await expect(change({ COPPICE_PLAN_LIMITS: '{"free":{"databases":0}}' })).rejects.toThrow(
    /^COPPICE_PLAN_LIMITS\.free\.databases must/,
  );
});

it("refuses settings that don't go together, and stores them where they do", async () => {
  const url = { COPPICE_AI_URL: "https://models.example/v1" };
  await expect(change(url)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await change({ ...url, COPPICE_AI_MODEL: "small" })).toMatchObject({ changed: expect.any(Array) });
  expect(await settingOf("COPPICE_AI_MODEL")).toMatchObject({ source: "stored", value: "small" });
});

it("leaves out stored values that no longer fit, tells of them, and takes other changes meanwhile", async () => {
  const value = (name: string, text: string) => ctx.sealer.seal(text, settingPlace(name));
  const row = (name: string, text: string) => ({
    name,
    value: value(name, text),
    changedBy: "x",
    changedAt: new Date(),
  });
  await ctx.db.operatorSetting.createMany({
    data: [row("COPPICE_AI_URL", "https://models.example/v1"), row("COPPICE_AUDIT_DAYS", "365"), row("GONE", "1")],
  });
  expect(await settingOf("COPPICE_AI_URL")).toMatchObject({ source: "default", isStored: true, isSet: false });
  await ctx.settings.renew();
  expect(ctx.settings.current).toMatchObject({ auditDays: 365, drafts: null });
  expect(await change({ COPPICE_AUDIT_DAYS: "366" })).toEqual({ changed: ["COPPICE_AUDIT_DAYS"] });
  await expect(change({ COPPICE_AI_KEY: "k" })).rejects.toMatchObject({ code: "invalid_request" });
  expect(await change({ COPPICE_AI_URL: null })).toEqual({ changed: ["COPPICE_AI_URL"] });
});

it("opens and closes sign-up in the dashboard immediately", async () => {
  await change({ COPPICE_SIGN_UP: "closed" });
  expect(await isSignUpOpen(ctx)).toBe(false);
  await change({ COPPICE_SIGN_UP: null });
  expect(await isSignUpOpen(ctx)).toBe(true);
});

it("is the operator's alone", async () => {
  const { member } = await createOrganisation();
  for (const actor of [member.owner, member.viewer, { kind: "user", id: "usr_2" } as const]) {
    const as = { ...ctx, actor };
    await expect(change({ COPPICE_AUDIT_DAYS: "365" }, as)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(listOperatorSettings(as)).rejects.toMatchObject({ code: "missing_permission" });
  }
  const nobody = { ...ctx, actor: { kind: "anonymous", id: "x" } as const };
  await expect(change({ COPPICE_AUDIT_DAYS: "365" }, nobody)).rejects.toMatchObject({ code: "unauthorized" });
  expect(await ctx.db.operatorSetting.count()).toBe(0);
});

import { createHash, createPublicKey, createVerify, type KeyObject } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SENDER_CHECK_LIMIT } from "@/lib/core/rate-limits";
import { createTxtResolver } from "@/lib/infra/mail/dns-txt-resolver";
import type { ServiceContext } from "@/lib/runtime";
import { sendMail } from "@/lib/sign-in/mail/send";
import { checkSenderDomains, nextCheckAfter } from "@/lib/sign-in/mail/sender/check-all";
import { getSenderDomain } from "@/lib/sign-in/mail/sender/get";
import { readSenderOverview } from "@/lib/sign-in/mail/sender/read-overview";
import { removeSenderDomain } from "@/lib/sign-in/mail/sender/remove";
import { dkimKeyPlace, type SenderDomain } from "@/lib/sign-in/mail/sender/resource";
import { rotateSenderKey } from "@/lib/sign-in/mail/sender/rotate-key";
import { setSenderDomain } from "@/lib/sign-in/mail/sender/set-domain";
import { verifySenderDomain } from "@/lib/sign-in/mail/sender/verify";
import { runCommand } from "@/tests/support/command-line";
import { createOrganisation, makeContext, type TestOrganisation } from "@/tests/support/context";
import { mailContext, queueMailOf } from "@/tests/support/mail-rows";
import { type NameServer, startNameServer } from "@/tests/support/name-server";
import { insertProject } from "@/tests/support/projects";
import { type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

const SPF = "include:spf.relay.example";
const never = new AbortController().signal;

let names: NameServer;
let sink: SmtpSink;
let ctx: ServiceContext;
let organisation: TestOrganisation;
let address: { organisationId: string; projectId: string };

beforeEach(async () => {
  [names, sink] = await Promise.all([startNameServer(), startSmtpServer()]);
  const resolveTxt = createTxtResolver([names.address]);
  ctx = await mailContext(sink.url, { mail: { resolveTxt, spfMechanism: SPF } });
  // A domain that another test proved is not free.
  await ctx.db.senderDomain.deleteMany();
  organisation = await createOrganisation();
  const settings = { sender: { name: "Shop", localPart: "hello", replyTo: "help@shop.example" } };
  const project = await insertProject(organisation, { settings });
  address = { organisationId: organisation.id, projectId: project.id };
});
afterEach(async () => {
  await Promise.all([names.close(), sink.close()]);
});

/** As the owner copies the records to the domain's name server; a long value becomes several strings. */
function publish({ records }: SenderDomain, purposes = ["DKIM", "SPF", "DMARC"]) {
  for (const { purpose, name, value } of records) {
    if (purposes.includes(purpose)) names.records.set(name, [value.match(/.{1,200}/g) ?? []]);
  }
}

const problemsOf = ({ records }: SenderDomain) => records.map(({ problem }) => problem);
const statesOf = ({ records }: SenderDomain) => records.map(({ purpose, state }) => `${purpose} ${state}`);
const set = (domain = "shop.example") => setSenderDomain(ctx, { ...address, domain });
const verify = () => verifySenderDomain(ctx, address);

async function sendOne() {
  const { id, to } = await queueMailOf(ctx, "two-factor-enabled", {});
  await ctx.db.mailMessage.update({ where: { id }, data: { projectId: address.projectId } });
  expect(await sendMail(ctx, id, never)).toBe("sent");
  const message = sink.received.at(-1);
  if (!message) throw new Error("no message");
  expect(message.to).toEqual([to]);
  return message;
}

const auditOf = async () => {
  const where = { targetId: address.projectId, action: { startsWith: "sender_domain." } };
  return (await ctx.db.auditEvent.findMany({ where, orderBy: { id: "asc" } })).map(({ action }) => action).sort();
};

describe("before the records are there", () => {
  test("mails come from the service's sender under the project's name, unsigned", async () => {
    const { records, isVerified } = await set();
    expect(isVerified).toBe(false);
    expect(records.map(({ purpose, name }) => `${purpose} ${name.replace(/-[0-9a-f]{10}/, "")}`)).toEqual([
      ...["DKIM coppice._domainkey.shop.example", "SPF shop.example", "DMARC _dmarc.shop.example"],
    ]);
    const verified = await verify();
    expect(verified.isVerified).toBe(false);
    expect(statesOf(verified)).toEqual(["DKIM missing", "SPF missing", "DMARC missing"]);
    const { email, from } = await sendOne();
    expect(email.from).toEqual({ name: "Shop", address: "no-reply@coppice.example" });
    expect(email.replyTo).toEqual([{ name: "", address: "help@shop.example" }]);
    expect(from).toBe("no-reply@coppice.example");
    expect(email.headers.some(({ key }) => key === "dkim-signature")).toBe(false);
  });

  test.each([
    [["DKIM"], ["DKIM found", "SPF missing", "DMARC missing"]],
    [
      ["SPF", "DMARC"],
      ["DKIM missing", "SPF found", "DMARC found"],
    ],
  ])("%j alone does not do", async (purposes, states) => {
    publish(await set(), purposes);
    const verified = await verify();
    expect(statesOf(verified)).toEqual(states);
    expect(verified.isVerified).toBe(false);
  });

  test("a key of another project and a policy without our server are told apart from nothing", async () => {
    const { records } = await set();
    names.records.set(records[0]?.name ?? "", [["v=DKIM1; k=rsa; p=AAAA"]]);
    names.records.set("shop.example", [["v=spf1 include:other.example -all include:spf.relay.example"]]);
    expect(statesOf(await verify())).toEqual(["DKIM different", "SPF different", "DMARC missing"]);
  });

  test("two SPF records are an error of their own (RFC 7208, section 4.5)", async () => {
    publish(await set());
    names.records.get("shop.example")?.push(["v=spf1 -all"]);
    const verified = await verify();
    expect(statesOf(verified)[1]).toBe("SPF different");
    expect(problemsOf(verified)[1]).toBe("There are 2 SPF records. There must be only one: merge them.");
    expect(verified.records[1]?.found).toEqual([`v=spf1 ${SPF} ~all`, "v=spf1 -all"]);
  });

  test("a record that differs is described in words, and kept until the next check", async () => {
    const { records } = await set();
    const [dkim] = records;
    const name = dkim?.name ?? "";
    expect(records.map(({ host }) => host.replace(/-[0-9a-f]{10}/, ""))).toEqual(["coppice._domainkey", "@", "_dmarc"]);
    expect(problemsOf(await verify())).toEqual([
      `There's no DKIM record at ${name}.`,
      "There's no SPF record at shop.example.",
      "There's no DMARC record at _dmarc.shop.example.",
    ]);
    names.records.set(name, [[dkim?.value.slice(0, 255) ?? ""]]);
    names.records.set("shop.example", [["v=spf1 include:other.example -all include:spf.relay.example"]]);
    names.records.set("_dmarc.shop.example", [["v=DMARC1; p=none"], ["v=DMARC1; p=reject"]]);
    const problems = problemsOf(await verify());
    expect(problems[0]).toContain("The DKIM key is cut off.");
    expect(problems.slice(1)).toEqual([
      `${SPF} stands after all, where it isn't read. Move it before all.`,
      "There are 2 DMARC records. There must be only one.",
    ]);
    names.records.delete(name);
    names.records.set(`${name}.shop.example`, [dkim?.value.match(/.{1,200}/g) ?? []]);
    names.records.set("shop.example", [["v=spf1 -all"]]);
    const [displaced, disallowed] = problemsOf(await verify());
    expect(displaced).toBe(
      `The record is at ${name}.shop.example. Enter the name as ${dkim?.host}, without the domain.`,
    );
    expect(disallowed).toBe(`The SPF record doesn't allow our mail server. Add ${SPF} before all.`);
    expect(problemsOf(await getSenderDomain(ctx, address))).toEqual([displaced, disallowed, problems[2]]);
  });
});

describe("once they are there", () => {
  beforeEach(async () => {
    publish(await set());
    names.records.set("shop.example", [
      ["site-verification=1"],
      ["v=spf1 ip4:192.0.2.1 +INCLUDE:spf.relay.example ~all"],
    ]);
  });

  test("mails come from the domain, signed with its key, which verifies as receivers do it", async () => {
    const verified = await verify();
    expect(statesOf(verified)).toEqual(["DKIM found", "SPF found", "DMARC found"]);
    expect(verified).toMatchObject({ isVerified: true, isRootDomain: true });
    const { email, from, raw } = await sendOne();
    expect(email.from).toEqual({ name: "Shop", address: "hello@shop.example" });
    expect(from).toBe("hello@shop.example");
    const [dkim] = verified.records;
    const tags = signatureTags(raw);
    expect(`${tags.get("s")}._domainkey.${tags.get("d")}`).toBe(dkim?.name);
    expect(tags.get("h")?.split(":")).toEqual(expect.arrayContaining(["from", "to", "subject", "message-id"]));
    const published = names.records.get(dkim?.name ?? "")?.[0]?.join("") ?? "";
    const publicKey = createPublicKey({
      key: Buffer.from(/p=(.+)$/.exec(published)?.[1] ?? "", "base64"),
      format: "der",
      type: "spki",
    });
    expect(isSignedBy(raw, tags, publicKey)).toBe(true);
    expect(isSignedBy(raw.replace(/^Subject: /m, "Subject: Re: "), tags, publicKey)).toBe(false);
    expect(isSignedBy(`${raw}More.\r\n`, tags, publicKey)).toBe(false);
    expect(publicKey.asymmetricKeyDetails?.modulusLength).toBe(2_048);
  });

  test("a record that goes away brings the service's sender back at the hourly check", async () => {
    await verify();
    names.records.delete("shop.example");
    await checkSenderDomains(ctx);
    expect((await getSenderDomain(ctx, address)).isVerified).toBe(false);
    expect((await sendOne()).from).toBe("no-reply@coppice.example");
    names.records.set("shop.example", [[`v=spf1 ${SPF} -all`]]);
    await checkSenderDomains(ctx);
    expect((await sendOne()).from).toBe("hello@shop.example");
    const set = ["sender_domain.set", "sender_domain.unverify", "sender_domain.verify", "sender_domain.verify"];
    expect(await auditOf()).toEqual(set);
  });

  test("name servers that do not answer change nothing", async () => {
    await verify();
    names.isSilent = true;
    const silent = await verify();
    expect(silent.isVerified).toBe(true);
    expect(statesOf(silent)).toEqual(["DKIM unknown", "SPF unknown", "DMARC unknown"]);
    expect((await sendOne()).from).toBe("hello@shop.example");
  });

  test("another domain starts unverified with a key of its own; the same again keeps its key", async () => {
    const before = await verify();
    expect((await set("SHOP.example.")).records[0]).toMatchObject({ value: before.records[0]?.value });
    const other = await set("other.example");
    expect(other).toMatchObject({ domain: "other.example", isVerified: false, checkedAt: null });
    expect(other.records[0]?.value).not.toBe(before.records[0]?.value);
    expect((await sendOne()).from).toBe("no-reply@coppice.example");
  });

  test("removing it brings the service's sender back, and leaves no key", async () => {
    await verify();
    expect(await removeSenderDomain(ctx, address)).toEqual({ domain: "shop.example" });
    expect((await sendOne()).from).toBe("no-reply@coppice.example");
    await expect(getSenderDomain(ctx, address)).rejects.toMatchObject({ code: "not_found" });
    await expect(removeSenderDomain(ctx, address)).rejects.toMatchObject({ code: "not_found" });
    await expect(verify()).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a key that is rotated", () => {
  const rotate = () => rotateSenderKey(ctx, address);
  const selectorOf = (name: string | undefined) => name?.split(".")[0];
  const signedWith = async () => signatureTags((await sendOne()).raw).get("s");
  let old: SenderDomain;

  beforeEach(async () => {
    publish(await set());
    old = await verify();
  });

  test("signs only once its record is seen, and mails of the old key verify until that record is removed", async () => {
    const { nextRecord, records, isVerified } = await rotate();
    const [oldSelector, newSelector] = [selectorOf(old.records[0]?.name), selectorOf(nextRecord?.name)];
    expect(newSelector).not.toBe(oldSelector);
    expect([records[0]?.value, isVerified]).toEqual([old.records[0]?.value, true]);
    expect((await rotate()).nextRecord?.value).toBe(nextRecord?.value);
    expect((await verify()).nextRecord).toMatchObject({ state: "missing" });
    expect(await signedWith()).toBe(oldSelector);
    if (nextRecord) publish({ ...old, records: [nextRecord] });
    const before = ctx.clock.now().getTime();
    const after = await verify();
    expect(after).toMatchObject({ isVerified: true, nextRecord: null, oldRecord: { name: old.records[0]?.name } });
    expect(statesOf(after)).toEqual(["DKIM found", "SPF found", "DMARC found"]);
    expect(Date.parse(after.oldRecord?.removableAt ?? "") - before).toBeGreaterThanOrEqual(7 * 86_400_000);
    const { raw } = await sendOne();
    const tags = signatureTags(raw);
    expect(tags.get("s")).toBe(newSelector);
    const key = {
      key: Buffer.from(nextRecord?.value.split("p=")[1] ?? "", "base64"),
      format: "der",
      type: "spki",
    } as const;
    expect(isSignedBy(raw, tags, createPublicKey(key))).toBe(true);
    expect((await verify()).oldRecord).not.toBeNull();
    names.records.delete(old.records[0]?.name ?? "");
    expect((await verify()).oldRecord).toBeNull();
    expect(await auditOf()).toEqual([
      ...["sender_domain.rotate", "sender_domain.set", "sender_domain.take_over", "sender_domain.verify"],
    ]);
  });

  test("takes over though the old record is gone already, and not while name servers are silent", async () => {
    const { nextRecord } = await rotate();
    if (nextRecord) publish({ ...old, records: [nextRecord] });
    names.records.delete(old.records[0]?.name ?? "");
    names.isSilent = true;
    expect(await verify()).toMatchObject({ isVerified: true, nextRecord: { state: "unknown" } });
    names.isSilent = false;
    await checkSenderDomains(ctx);
    expect(await signedWith()).toBe(selectorOf(nextRecord?.name));
  });

  test("is sealed, and made for a verified domain alone, by a member who may change it", async () => {
    await rotate();
    const { projectId } = address;
    const row = await ctx.db.senderDomain.findUniqueOrThrow({ where: { projectId }, select: { nextPrivateKey: true } });
    const opened = ctx.sealer.open(row.nextPrivateKey ?? "", dkimKeyPlace(projectId, "next_private_key"));
    expect(opened).toContain("BEGIN PRIVATE KEY");
    expect(await set("other.example")).toMatchObject({ nextRecord: null, oldRecord: null });
    await expect(rotate()).rejects.toMatchObject({ code: "conflict" });
    const developer = await makeContext({ actor: organisation.member.developer });
    await expect(rotateSenderKey(developer, address)).rejects.toMatchObject({ code: "missing_permission" });
    const { member, id: organisationId } = await createOrganisation();
    const stranger = await makeContext({ actor: member.owner });
    const reached = rotateSenderKey(stranger, { ...address, organisationId });
    await expect(reached).rejects.toMatchObject({ code: "project_not_found" });
  });

  test("has its command, which shows the record to add", async () => {
    const shown = await runCommand({ ctx }, "sender", "rotate-key", address.projectId);
    expect(shown.stdout).toMatch(/Add the new DKIM record coppice-[0-9a-f]{10}\._domainkey beside the old one/);
  });
});

describe("a domain of two projects", () => {
  let other: { organisationId: string; projectId: string };

  beforeEach(async () => {
    const elsewhere = await createOrganisation();
    other = { organisationId: elsewhere.id, projectId: (await insertProject(elsewhere)).id };
  });

  test("is the first one's that proves it, and free again when that one lets go", async () => {
    const theirs = await setSenderDomain(ctx, { ...other, domain: "shop.example" });
    publish(await set());
    expect(await verify()).toMatchObject({ isVerified: true, isTaken: false });
    publish(theirs, ["DKIM"]);
    expect(await verifySenderDomain(ctx, other)).toMatchObject({ isVerified: false, isTaken: true });
    const overview = await readSenderOverview(ctx, other);
    expect(overview).toMatchObject({ from: { address: "no-reply@coppice.example" }, domain: { isTaken: true } });
    await removeSenderDomain(ctx, address);
    expect(await verifySenderDomain(ctx, other)).toMatchObject({ isVerified: true, isTaken: false });
  });

  test("is not held by a project that was deleted", async () => {
    publish(await set());
    await verify();
    await ctx.db.project.update({ where: { id: address.projectId }, data: { deletedAt: ctx.clock.now() } });
    publish(await setSenderDomain(ctx, { ...other, domain: "shop.example" }), ["DKIM"]);
    expect(await verifySenderDomain(ctx, other)).toMatchObject({ isVerified: true, isTaken: false });
  });

  test("is one's alone when both prove it at once", async () => {
    publish(await set());
    publish(await setSenderDomain(ctx, { ...other, domain: "shop.example" }), ["DKIM"]);
    const both = await Promise.all([verify(), verifySenderDomain(ctx, other)]);
    expect(both.map(({ isVerified }) => isVerified).toSorted()).toEqual([false, true]);
  });
});

test("members check a domain ten times in five minutes, and the service as often as it likes", async () => {
  await set();
  const owner = { ...ctx, actor: (await makeContext({ actor: organisation.member.owner })).actor };
  for (let count = 0; count < SENDER_CHECK_LIMIT.limit; count += 1) await verifySenderDomain(owner, address);
  await expect(verifySenderDomain(owner, address)).rejects.toMatchObject({ code: "rate_limited" });
  expect((await verify()).isVerified).toBe(false);
});

test("the next check is at the next minute of the hour that checks all", () => {
  const after = (time: string) => nextCheckAfter(new Date(time)).toISOString();
  expect(after("2026-01-01T10:51:59.000Z")).toBe("2026-01-01T10:52:00.000Z");
  expect(after("2026-01-01T23:52:00.000Z")).toBe("2026-01-02T00:52:00.000Z");
});

test("the private key is sealed, and left out of a query's answer", async () => {
  await set();
  const { projectId } = address;
  expect(await ctx.db.senderDomain.findUniqueOrThrow({ where: { projectId } })).not.toHaveProperty("dkimPrivateKey");
  const where = { where: { projectId }, select: { dkimPrivateKey: true } };
  const { dkimPrivateKey } = await ctx.db.senderDomain.findUniqueOrThrow(where);
  expect(dkimPrivateKey).toMatch(/^s1\./);
  expect(ctx.sealer.open(dkimPrivateKey, dkimKeyPlace(projectId))).toContain("BEGIN PRIVATE KEY");
});

test.each([
  "co.uk",
  "github.io",
  "localhost",
  "192.0.2.1",
  "shop",
  "-shop.example",
  "shop.example/x",
  "a@b.example",
  "",
])("%j is no domain for mails", async (domain) => {
  await expect(set(domain)).rejects.toMatchObject({ code: "invalid_request" });
  expect(await auditOf()).toEqual([]);
});

test("a member who may not change the project may not change its sender, and a stranger learns of nothing", async () => {
  await set();
  const viewer = await makeContext({ actor: organisation.member.viewer });
  const developer = await makeContext({ actor: organisation.member.developer });
  for (const reader of [viewer, developer]) {
    const refused = { code: "missing_permission" };
    await expect(setSenderDomain(reader, { ...address, domain: "x.example" })).rejects.toMatchObject(refused);
    await expect(verifySenderDomain(reader, address)).rejects.toMatchObject(refused);
    await expect(removeSenderDomain(reader, address)).rejects.toMatchObject(refused);
  }
  expect(await getSenderDomain(viewer, address)).toMatchObject({ domain: "shop.example" });
  const { member, id: organisationId } = await createOrganisation();
  const stranger = await makeContext({ actor: member.owner });
  await expect(getSenderDomain(stranger, address)).rejects.toMatchObject({ code: "not_found" });
  const reached = { ...address, organisationId };
  for (const act of [getSenderDomain, verifySenderDomain, removeSenderDomain]) {
    await expect(act(stranger, reached)).rejects.toMatchObject({ code: "project_not_found" });
  }
});

test("the command line shows what to set, says where mails come from, and ends with 1 until it is there", async () => {
  const run = (...args: string[]) => runCommand({ ctx }, "sender", ...args);
  const shown = await run("set-domain", address.projectId, "mail.shop.example");
  expect(shown.stdout).toMatch(
    /^DKIM +required +- +TXT +coppice-[0-9a-f]{10}\._domainkey\.mail +coppice-[0-9a-f]{10}\._domainkey\.mail\.shop\.example +v=DKIM1;/m,
  );
  expect(shown.stdout).toContain(`v=spf1 ${SPF} ~all`);
  expect(shown.stdout).toContain("mails come from no-reply@coppice.example, with the project's sender name");
  expect(shown.stdout).toContain("Use the root domain unless you send mail from the subdomain.");
  const missing = await run("verify", address.projectId);
  expect(missing.exitCode).toBe(1);
  expect(missing.stdout).toMatch(/^DKIM +required +missing /m);
  publish((await run("show", address.projectId, "--json")).json<SenderDomain & Record<string, unknown>>());
  const found = await run("verify", address.projectId);
  expect(found).toMatchObject({ exitCode: 0, stderr: "" });
  expect(found.stdout).toContain("Mails come from mail.shop.example and are signed for it.");
  expect((await run("remove", address.projectId)).stdout).toBe("Removed mail.shop.example.\n");
  expect(await run("show", address.projectId)).toMatchObject({
    exitCode: 1,
    stderr: "error: The project has no sender domain.\n",
  });
  expect(shown.stdout + missing.stdout + found.stdout).not.toContain("PRIVATE");
});

function signatureTags(raw: string): Map<string, string> {
  const [, field = ""] = /^DKIM-Signature:((?:.*\r\n[ \t])*.*)\r\n/m.exec(raw) ?? [];
  const pairs = field.split(";").map((tag) => tag.trim().split("="));
  return new Map(pairs.map(([name = "", ...value]) => [name, value.join("=").replace(/\s+/g, "")]));
}

/** RFC 6376, sections 3.4.2, 3.4.4 and 3.7, written out: relaxed header fields, relaxed body. */
function isSignedBy(raw: string, tags: ReadonlyMap<string, string>, publicKey: KeyObject): boolean {
  expect(tags.get("c")).toBe("relaxed/relaxed");
  const split = raw.indexOf("\r\n\r\n");
  const fields = raw.slice(0, split).split(/\r\n(?![ \t])/);
  const relaxed = (field: string) => {
    const colon = field.indexOf(":");
    const value = field
      .slice(colon + 1)
      .replace(/\r\n/g, "")
      .replace(/[ \t]+/g, " ")
      .trim();
    return `${field.slice(0, colon).toLowerCase().trim()}:${value}`;
  };
  const named = (name: string) =>
    fields.find((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? "";
  const signed = (tags.get("h") ?? "").split(":").map((name) => relaxed(named(name)));
  const own = relaxed(named("DKIM-Signature")).replace(/b=[^;]*$/, "b=");
  const lines = raw.slice(split + 4).split("\r\n");
  const body = lines
    .map((line) => line.replace(/[ \t]+/g, " ").trimEnd())
    .join("\r\n")
    .replace(/(\r\n)*$/, "\r\n");
  if (createHash("sha256").update(body, "latin1").digest("base64") !== tags.get("bh")) return false;
  const verifier = createVerify("RSA-SHA256").update([...signed, own].join("\r\n"), "latin1");
  return verifier.verify(publicKey, Buffer.from(tags.get("b") ?? "", "base64"));
}

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAIL_TEST_LIMIT } from "@/lib/core/rate-limits";
import type { ServiceContext } from "@/lib/runtime";
import { listMails } from "@/lib/sign-in/mail/list";
import { openMail } from "@/lib/sign-in/mail/open";
import { listMailTemplates } from "@/lib/sign-in/mail/own-texts/list";
import { previewMail } from "@/lib/sign-in/mail/own-texts/preview";
import { resetMailTemplate } from "@/lib/sign-in/mail/own-texts/reset";
import { sendTestMail } from "@/lib/sign-in/mail/own-texts/send-test";
import { setMailTexts } from "@/lib/sign-in/mail/own-texts/set";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { renderMail } from "@/lib/sign-in/mail/render";
import { sendMail } from "@/lib/sign-in/mail/send";
import { createOrganisation, type TestOrganisation } from "@/tests/support/context";
import { CODE, LINK, mailContext } from "@/tests/support/mail-rows";
import { insertProject } from "@/tests/support/projects";
import { type SmtpSink, startSmtpServer } from "@/tests/support/smtp-server";

const TEXTS = { "sign-in": { de: { subject: "Hinein zu {{appName}}", intro: "Guten Tag." } } };
const PLACE = { kind: "sign-in", locale: "de" } as const;
const never = new AbortController().signal;

let sink: SmtpSink;
let organisation: TestOrganisation;
let address: { organisationId: string; projectId: string };
let owner: ServiceContext;

beforeEach(async () => {
  sink = await startSmtpServer();
  organisation = await createOrganisation();
  const { id } = await insertProject(organisation, { name: "Shop" });
  address = { organisationId: organisation.id, projectId: id };
  owner = await mailContext(sink.url, { actor: organisation.member.owner });
});
afterEach(() => sink.close());

const actions = async () => {
  const rows = await owner.db.auditEvent.findMany({ where: { targetId: address.projectId } });
  return rows
    .map(({ action, data }) => [action, data])
    .filter(([action]) => String(action).startsWith("mail_template"));
};
const ownOf = async () => {
  const { items } = await listMailTemplates(owner, address);
  const all = items.flatMap(({ kind, locale, texts }) => texts.map((text) => ({ kind, locale, ...text })));
  return all.filter(({ text }) => text !== null).map(({ kind, locale, name }) => `${kind} ${locale} ${name}`);
};

describe("a project's own texts", () => {
  it("are in the mails of their kind and language alone, in both parts, until they are reset", async () => {
    await setMailTexts(owner, { ...address, texts: TEXTS });
    expect(await ownOf()).toEqual(["sign-in de subject", "sign-in de intro"]);
    const content = { link: LINK, code: CODE, expiresInMinutes: 10 };
    const mail = { projectId: address.projectId, kind: "sign-in", to: "reader@example.com", content } as const;
    for (const locale of ["de-CH", "en"]) {
      const id = await queueMail(owner, { ...mail, locale });
      expect((await openMail(owner, id, renderMail)).subject).toBe(
        locale === "en" ? "Sign in to Shop" : "Hinein zu Shop",
      );
      expect(await sendMail(owner, id, never)).toBe("sent");
    }
    const listed = await listMails(await mailContext(sink.url), { to: mail.to, limit: 2 });
    expect(listed.map(({ subject }) => subject).toSorted()).toEqual(["Hinein zu Shop", "Sign in to Shop"]);
    const [german, english] = sink.received;
    expect(german?.email.subject).toBe("Hinein zu Shop");
    for (const part of [german?.email.text, german?.email.html]) {
      expect(part).toContain("Guten Tag.");
      expect(part).toContain(CODE);
      expect(part).toContain(LINK);
    }
    expect(english?.email.subject).toBe("Sign in to Shop");

    await setMailTexts(owner, { ...address, texts: { "sign-in": { de: { intro: null } } } });
    expect(await ownOf()).toEqual(["sign-in de subject"]);
    await resetMailTemplate(owner, { ...address, ...PLACE });
    await resetMailTemplate(owner, { ...address, ...PLACE });
    expect(await ownOf()).toEqual([]);
    const written = await actions();
    expect(written).toHaveLength(3);
    // Ids of entries have no order.
    expect(written).toEqual(
      expect.arrayContaining([
        ["mail_template.set", { ...PLACE, changed: ["subject", "intro"] }],
        ["mail_template.set", { ...PLACE, changed: ["intro"] }],
        ["mail_template.reset", PLACE],
      ]),
    );
  });

  it("are saved all or none, and each that is refused says why", async () => {
    const wrong = { "sign-in": { de: { subject: "Hi\nBcc: eve@evil.example", intro: "Gut." }, en: { nothing: "x" } } };
    await expect(setMailTexts(owner, { ...address, texts: wrong })).rejects.toMatchObject({
      code: "invalid_request",
      details: [{ path: "sign-in.de.subject" }, { path: "sign-in.en.nothing" }],
    });
    expect(await ownOf()).toEqual([]);
    expect(await actions()).toEqual([]);
  });

  it("are shown to a viewer, who changes nothing; a stranger knows no such project", async () => {
    const viewer = await mailContext(sink.url, { actor: organisation.member.viewer });
    expect((await listMailTemplates(viewer, address)).items.length).toBeGreaterThan(0);
    const input = { ...address, ...PLACE, texts: { intro: "Guten Tag." }, theme: "dark" as const };
    expect((await previewMail(viewer, input, renderMail)).text).toContain("Guten Tag.");
    const refused = { code: "missing_permission" };
    await expect(setMailTexts(viewer, { ...address, texts: TEXTS })).rejects.toMatchObject(refused);
    await expect(resetMailTemplate(viewer, { ...address, ...PLACE })).rejects.toMatchObject(refused);
    await expect(sendTestMail(viewer, { ...address, ...PLACE })).rejects.toMatchObject(refused);
    const other = await createOrganisation();
    const stranger = await mailContext(sink.url, { actor: other.member.owner });
    const crossed = { ...address, organisationId: other.id };
    const unknown = { code: "project_not_found" };
    await expect(listMailTemplates(stranger, crossed)).rejects.toMatchObject(unknown);
    await expect(previewMail(stranger, { ...input, ...crossed }, renderMail)).rejects.toMatchObject(unknown);
    await expect(setMailTexts(stranger, { ...crossed, texts: TEXTS })).rejects.toMatchObject(unknown);
    await expect(resetMailTemplate(stranger, { ...crossed, ...PLACE })).rejects.toMatchObject(unknown);
  });
});

describe("a test email", () => {
  const setProven = async (emailVerified: boolean) => {
    const { id } = organisation.member.owner;
    const { userId } = await owner.db.member.findUniqueOrThrow({ where: { id } });
    return owner.db.user.update({
      where: { id: userId },
      data: { email: `owner-${userId.toLowerCase()}@example.com`, emailVerified },
    });
  };

  it("goes to the member's own proven address, marked, with the saved texts and nothing that signs in", async () => {
    const { email } = await setProven(true);
    await setMailTexts(owner, { ...address, texts: TEXTS });
    const { id, to } = await sendTestMail(owner, { ...address, ...PLACE });
    expect(to).toBe(email);
    expect(await sendMail(owner, id, never)).toBe("sent");
    const [message] = sink.received;
    expect(message).toMatchObject({ to: [email], email: { subject: "[Test] Hinein zu Shop" } });
    expect(message?.email.html).not.toContain("token=");
    expect(await actions()).toContainEqual(["mail_template.test", PLACE]);
  });

  it("is refused to an address that is not proven, and too often", async () => {
    await setProven(false);
    const ask = () => sendTestMail(owner, { ...address, ...PLACE });
    await expect(ask()).rejects.toMatchObject({ code: "invalid_request" });
    await setProven(true);
    for (let sent = 0; sent < MAIL_TEST_LIMIT.limit; sent += 1) await ask();
    await expect(ask()).rejects.toMatchObject({ code: "rate_limited" });
  });
});

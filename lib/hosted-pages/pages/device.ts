import { readFormNotice } from "@/lib/hosted-pages/forms/notice";
import { type FoundDevice, findDevice } from "@/lib/sign-in/device/find";
import { SignInError, type SignInErrorCode } from "@/lib/sign-in/errors";
import { countAddress } from "@/lib/sign-in/flow/limits";
import { brandName, type HostedAnswer, type HostedRequest } from "../page";
import { failureText } from "../words/form-failure";
import { type TextKey, textsFor } from "../words/texts";

const DONE: Partial<Record<string, TextKey>> = { approve: "device.approved", deny: "device.denied" };
const DECISIONS = { approved: "approve", denied: "deny" } as const;
const UNKNOWN_CODE: ReadonlySet<string> = new Set([
  ...(["INVALID_USER_CODE", "EXPIRED_TOKEN", "DEVICE_CODE_ALREADY_PROCESSED"] as const satisfies SignInErrorCode[]),
]);

/**
 * The page on which a signed-in user approves a device that shows a code (RFC 8628 section 3.3). A code in the address
 * is only looked up: the button approves it.
 */
export async function devicePage(request: HostedRequest): Promise<HostedAnswer> {
  const { ctx, locale, search, asked } = request;
  const t = textsFor(locale);
  const title = t("device.title", { name: brandName(ctx) });
  if (!ctx.project.settings.methods.deviceCode) {
    const text = t("notFound.text");
    return { title: t("notFound.title"), status: 404, view: { name: "message", props: { title, text } } };
  }
  const done = DONE[asked.done ?? ""];
  if (done !== undefined) {
    return { title, query: { done: asked.done ?? "" }, view: { name: "message", props: { title, text: t(done) } } };
  }
  const { user_code: code } = asked;
  if (ctx.session === null) {
    const here = search.to("device", code === undefined ? {} : { user_code: code });
    return { redirect: search.to("sign-in", { redirect_to: here }) };
  }
  if (code === undefined) {
    const notice = await readFormNotice(ctx, "device");
    return askForCode(request, title, notice?.code, notice?.retryAfterSeconds);
  }
  try {
    await countAddress(ctx, "userCodePerAddress");
    const device = await findDevice(ctx, code);
    const { status, decidedBy } = device;
    if (status === "pending") return askToApprove(request, title, device);
    if (decidedBy === ctx.session.user.id) return { redirect: search.to("device", { done: DECISIONS[status] }) };
    return askForCode(request, title, "DEVICE_CODE_ALREADY_PROCESSED");
  } catch (error) {
    if (!(error instanceof SignInError)) throw error;
    return askForCode(request, title, error.code, error.retryAfterSeconds);
  }
}

function askForCode(
  { ctx, locale, search }: HostedRequest,
  title: string,
  code: string | undefined,
  retryAfterSeconds?: number,
): HostedAnswer {
  const t = textsFor(locale);
  const notice = { form: "device", code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  const isUnknown = code !== undefined && UNKNOWN_CODE.has(code);
  return {
    title,
    view: {
      name: "posted-form",
      props: {
        title,
        text: t("device.text"),
        action: search.to("forms/device-code"),
        hiddenFields: {},
        failure: isUnknown ? t("device.unknown") : failureText(ctx, locale, notice),
        field: { name: "user_code", label: t("device.code"), type: "text", autoComplete: "off" },
        button: t("goOn"),
      },
    },
  };
}

function askToApprove(
  { ctx, locale, search }: HostedRequest,
  title: string,
  { userCode, clientId, ipAddress, userAgent }: FoundDevice,
): HostedAnswer {
  const t = textsFor(locale);
  const name = brandName(ctx);
  const facts = [
    { label: t("device.code"), value: userCode },
    { label: t("device.program"), value: clientId },
    { label: t("device.address"), value: ipAddress },
    { label: t("device.agent"), value: userAgent },
    { label: t("device.account"), value: ctx.session?.user.email ?? "" },
  ];
  return {
    title,
    query: { user_code: userCode },
    view: {
      name: "decision",
      props: {
        title,
        text: t("device.question", { name }),
        warning: t("device.warning"),
        facts: facts.filter(({ value }) => value !== ""),
        action: search.to("forms/device"),
        hiddenFields: { user_code: userCode },
        approve: t("device.approve"),
        deny: t("device.deny"),
      },
    },
  };
}

import { expect } from "vitest";
import type { Context } from "@/lib/core/context";
import type { MailContents } from "@/lib/sign-in/mail/messages";
import { lastMailTo, mailsTo } from "./mailbox";

type ProofKind = "sign-in" | "email-verification" | "password-reset" | "change-email-verification";

/** Mails as many as a test asks for; only the tests of limits meet one. */
export const wideMailLimits = {
  mailInterval: { limit: 1_000, windowSeconds: 60 },
  mailPerMailbox: { limit: 1_000, windowSeconds: 60 },
};

/** The token of a mailed link. */
export function tokenOf(link: string | null): string {
  const token = link === null ? null : new URL(link).searchParams.get("token");
  if (token === null) throw new Error("no link with a token");
  return token;
}

/** Token and code of the newest mail of this kind; a secret that it lacks is an empty text. */
export async function lastProof(ctx: Context, email: string, kind: ProofKind) {
  const { link, code }: MailContents[ProofKind] = await lastMailTo(ctx, email, kind);
  return { token: link === null ? "" : tokenOf(link), code: code ?? "", link };
}

/** A code of six digits that is not this one. */
export function wrongCode(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

export async function kindsTo(ctx: Context, email: string): Promise<string[]> {
  return (await mailsTo(ctx, email)).map(({ kind }) => kind);
}

/** Runs `work` twenty times at once: the outcomes, a refusal as its code, counted. */
export async function twentyAtOnce(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const runs = Array.from({ length: 20 }, () =>
    work().then(
      () => "done",
      (error: { code?: string }) => error.code ?? String(error),
    ),
  );
  const outcomes = await Promise.all(runs);
  expect(outcomes).toHaveLength(20);
  return Object.fromEntries([...Map.groupBy(outcomes, (each) => each)].map(([name, all]) => [name, all.length]));
}

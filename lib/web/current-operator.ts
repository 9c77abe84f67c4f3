import "server-only";
import { notFound } from "next/navigation";
import { type CurrentAccount, requireAccount } from "./current-member";
import { pagesOf } from "./define-page";

/** Shows everybody whom the operator did not name the same not-found page as for an unknown address. */
export async function requireOperatorAccount(otherwise?: () => Promise<never>): Promise<CurrentAccount> {
  const current = await requireAccount(otherwise);
  const { userId, isOperator } = current.account;
  if (!isOperator) notFound();
  return { ...current, ctx: { ...current.ctx, actor: { kind: "operator-account", id: userId } } };
}

/** Defines a page of administration. */
export const operatorPage = pagesOf(() => requireOperatorAccount());

import { type BrowserContext, expect, type Page } from "@playwright/test";
import { coppice } from "./command-line";
import { signIn } from "./page-test";

/** What the service of the tests was told in COPPICE_OPERATORS, by the file that makes the account. */
type Operator = "administration" | "weight";

/** Makes the account of an operator, which can be done once, and signs it in. */
export async function signInAsOperator(page: Page, operator: Operator, address = "/dashboard/admin"): Promise<void> {
  const email = `${operator}@operators.example`;
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  const added = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
  await signIn(page, { email, password: added.password }, address);
  await expect(page).toHaveURL(address);
}

export type SignedInState = Awaited<ReturnType<BrowserContext["storageState"]>>;

import { type BrowserContext, expect, type Page } from "@playwright/test";
import { coppice } from "./command-line";
import { signIn } from "./page-test";

/** The addresses that the service of the tests has in COPPICE_OPERATORS. */
const OPERATORS = Array.from({ length: 20 }, (_, place) => `operator-${place}@operators.example`);

/** Signs in as an operator whose account no other worker has made: a password is told once. */
export async function signInAsOperator(page: Page, address = "/dashboard/admin"): Promise<void> {
  for (const email of OPERATORS) {
    const account = await makeAccount(email);
    if (account === null) continue;
    await signIn(page, account, address);
    await expect(page).toHaveURL(address);
    return;
  }
  throw new Error("each of the operators has an account already");
}

async function makeAccount(email: string): Promise<{ email: string; password: string } | null> {
  const organisation = process.env.COPPICE_ORG_ID ?? "";
  try {
    const { password } = await coppice("member", "add", organisation, email, "--role", "viewer", "--generate-password");
    return { email, password };
  } catch (error) {
    if (String(error).includes("is already a member")) return null;
    throw error;
  }
}

export type SignedInState = Awaited<ReturnType<BrowserContext["storageState"]>>;

import { expect, type Page } from "@playwright/test";
import { coppice } from "./command-line";
import { signIn } from "./page-test";

/** The addresses that the service of the tests has in COPPICE_OPERATORS. */
const OPERATORS = Array.from({ length: 20 }, (_, place) => `operator-${place}@operators.example`);

interface OperatorAccount {
  email: string;
  password: string;
}

/** Signs in as an operator whose account no other worker has made: a password is told once. */
export async function signInAsOperator(page: Page, address = "/dashboard/admin"): Promise<void> {
  await signIn(page, await makeOperator(process.env.COPPICE_ORG_ID ?? "", "viewer"), address);
  await expect(page).toHaveURL(address);
}

/** Makes an operator's account, which is a member of an organisation besides. */
export async function makeOperator(organisationId: string, role: string): Promise<OperatorAccount> {
  for (const email of OPERATORS) {
    const account = await makeAccount(email, organisationId, role);
    if (account !== null) return account;
  }
  throw new Error("each of the operators has an account already");
}

/** Returns `null` for an address that has an account already. */
async function makeAccount(email: string, organisationId: string, role: string): Promise<OperatorAccount | null> {
  try {
    const options = ["--role", role, "--generate-password"];
    const { password } = await coppice("member", "add", organisationId, email, ...options);
    return password === null ? null : { email, password };
  } catch (error) {
    if (String(error).includes("is already a member")) return null;
    throw error;
  }
}

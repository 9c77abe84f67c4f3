import { expect, type Page } from "@playwright/test";
import { coppice } from "./command-line";
import { signIn } from "./page-test";

interface OperatorAccount {
  email: string;
  password: string;
}

/** Signs in as an operator of whom no other test knows. */
export async function signInAsOperator(page: Page, address = "/dashboard/admin"): Promise<void> {
  await signIn(page, await makeOperator(process.env.COPPICE_ORG_ID ?? "", "viewer"), address);
  await expect(page).toHaveURL(address);
}

let made = 0;

/** Makes an account of an address that bin/test/service.mjs names an operator's, as a member of an organisation. */
export async function makeOperator(organisationId: string, role: string): Promise<OperatorAccount> {
  const email = `operator-${process.env.TEST_WORKER_INDEX}-${made}@operators.example`;
  made += 1;
  const { password } = await coppice("member", "add", organisationId, email, "--role", role, "--generate-password");
  return { email, password };
}

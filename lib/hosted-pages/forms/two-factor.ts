import type { z } from "zod";
import { typedDigits } from "@/lib/core/typed-code";
import type { UserContext } from "@/lib/sign-in/context";
import { VerifyBackupCodeInput, VerifyTotpInput, verifyBackupCode, verifyTotp } from "@/lib/sign-in/two-factor/verify";
import { Checkbox } from "./fields";
import type { NextPage } from "./next-page";

export const TotpForm = VerifyTotpInput.extend({ trustDevice: Checkbox });
export const BackupCodeForm = VerifyBackupCodeInput.extend({ trustDevice: Checkbox });
type TwoFactorForm = z.infer<typeof TotpForm>;

/** Gives the code of an authenticator app. Throws as `verifyTotp`. */
export async function postTotpForm(ctx: UserContext, { code, trustDevice }: TwoFactorForm): Promise<NextPage> {
  const { cookies } = await verifyTotp(ctx, { code: typedDigits(code), trustDevice });
  return { page: "return", cookies };
}

/** Gives a backup code. Throws as `verifyBackupCode`. */
export async function postBackupCodeForm(ctx: UserContext, { code, trustDevice }: TwoFactorForm): Promise<NextPage> {
  const { cookies } = await verifyBackupCode(ctx, { code, trustDevice });
  return { page: "return", cookies };
}

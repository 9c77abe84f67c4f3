import type { SignInContext } from "../../context";
import { type ConnectionAddress, getConnection, SET_UP_SSO } from "../connections/address";
import { requireConnectionOwner } from "../connections/authorise";
import { openReport } from "./report";
import type { SsoTrial } from "./resource";
import type { Trier } from "./trier";

/** Returns the report of a trial to its maker, for some minutes. Throws `not_found`, `sso_connection_not_found`. */
export async function showSsoTrial(
  ctx: SignInContext,
  { trier, trialId, ...address }: ConnectionAddress & { trier: Trier; trialId: string },
): Promise<SsoTrial> {
  await requireConnectionOwner(ctx, address, SET_UP_SSO);
  await getConnection(ctx, address);
  return openReport(ctx, address, trier, trialId);
}

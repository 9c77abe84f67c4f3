import type { SecretPlace } from "@/lib/core/crypto/seal";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { addSeconds } from "../../../core/add-seconds";
import type { SignInContext } from "../../context";
import type { FlowData } from "../../flow/flow";
import { hostedPageAddress } from "../../pages/address";
import type { ConnectionAddress } from "../connections/address";
import type { SsoTrial } from "./resource";
import { type Trier, trierData } from "./trier";

/** A report has attributes of a person, so it is kept no longer than it takes to read it. */
const REPORT_SECONDS = 900;
/** No cookie names a report, so it is no flow of a browser. */
const REPORT_KIND = "sso-trial-report";

/** Keeps the report, sealed, and returns the address of its page. */
export async function keepReport(
  ctx: SignInContext,
  { projectId, connectionId }: ConnectionAddress,
  trier: Trier,
  report: SsoTrial,
): Promise<string> {
  const id = createId("flow", ctx.random);
  const now = ctx.clock.now();
  const sealed = ctx.sealer.seal(JSON.stringify(report), sealedPlace(id));
  const data = { ...trierData(trier), connectionId, sealed };
  const times = { createdAt: now, expiresAt: addSeconds(now, REPORT_SECONDS) };
  await ctx.db.flow.create({ data: { id, projectId, kind: REPORT_KIND, data, ...times }, select: { id: true } });
  if (trier.kind === "set-up") return `${hostedPageAddress(ctx, projectId, "sso-set-up")}?trial=${id}`;
  return `${ctx.baseUrl}/dashboard/${trier.organisationId}/projects/${projectId}/sso/${connectionId}/trials/${id}`;
}

/** Returns the report to its maker, for some minutes. Throws `not_found`. */
export async function openReport(
  ctx: SignInContext,
  { projectId, connectionId }: ConnectionAddress,
  trier: Trier,
  trialId: string,
): Promise<SsoTrial> {
  const where = { id: trialId, projectId, kind: REPORT_KIND, expiresAt: { gt: ctx.clock.now() } };
  const row = await ctx.db.flow.findFirst({ where, select: { data: true } });
  const data = row?.data as FlowData | undefined;
  const expected = Object.entries({ ...trierData(trier), connectionId });
  if (!data || expected.some(([name, value]) => data[name] !== value)) {
    throw new ServiceError("not_found", "This trial is over. Try the connection again.");
  }
  return JSON.parse(ctx.sealer.open(String(data.sealed), sealedPlace(trialId)));
}

export function sealedPlace(flowId: string): SecretPlace {
  return { table: "flow", column: "data", rowId: flowId };
}

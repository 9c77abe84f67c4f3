import { organisationNotFound, requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { type Organisation, toOrganisation } from "./resource";

export const ORGANISATION_FLAGS = ["management_api", "functions"] as const;
export type OrganisationFlag = (typeof ORGANISATION_FLAGS)[number];

const COLUMN = {
  management_api: "managementApi",
  functions: "functions",
} as const satisfies Record<OrganisationFlag, string>;

interface SetFlagInput {
  organisationId: string;
  flag: OrganisationFlag;
  isOn: boolean;
}

/** Switches a feature of an organisation, which no key and no member may do, only the operator. */
export async function setFlag(ctx: Context, input: SetFlagInput): Promise<Organisation> {
  requireOperator(ctx);
  return withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.organisation.updateManyAndReturn({
      where: { id: input.organisationId },
      data: { [COLUMN[input.flag]]: input.isOn },
    });
    if (!row) throw organisationNotFound();
    await recordAudit(tx, {
      organisationId: row.id,
      action: "organisation.set_flag",
      targetId: row.id,
      data: { flag: input.flag, isOn: input.isOn },
    });
    return toOrganisation(row);
  });
}

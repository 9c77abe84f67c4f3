"use server";

import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { CreateKeyInput, createKey as createKeyVerb } from "@/lib/people/api-keys/create";
import { RevokeKeyInput, revokeKey as revokeKeyVerb } from "@/lib/people/api-keys/revoke";
import { ExportAuditInput, exportAuditEvents } from "@/lib/people/audit/export";
import { DeleteOrganisationInput, deleteOrganisation } from "@/lib/people/organisations/delete";
import { RenameOrganisationInput, renameOrganisation } from "@/lib/people/organisations/rename";
import { defineAction } from "@/lib/web/define-action";

const DAY_MS = 86_400_000;
const NAME = "Enter a name of 1 to 64 characters.";

/** The fields of the form, from which the verb's input is made. */
const KeyForm = CreateKeyInput.pick({ name: true }).extend({
  /** The empty choice is the whole organisation. */
  database: z.literal("").or(DatabaseId),
  access: z.enum(["read-only", "read-write"]),
  /** `0` is a key that does not expire. */
  days: z.coerce.number().int().min(0).max(3_650),
});

export const createKey = defineAction(
  {
    operationId: "dashboardCreateKey",
    input: KeyForm,
    isForm: true,
    messages: { name: NAME },
    refreshes: true,
  },
  async (ctx, { organisationId, name, database, access, days }, { member }) => {
    const { secret } = await createKeyVerb(ctx, {
      organisationId,
      memberId: member.memberId,
      name,
      databaseId: database === "" ? null : database,
      readOnly: access === "read-only",
      expiresAt: days > 0 ? new Date(ctx.clock.now().getTime() + days * DAY_MS) : null,
    });
    return { secret };
  },
);

export const revokeKey = defineAction(
  { operationId: "dashboardRevokeKey", input: RevokeKeyInput, args: ["keyId"], refreshes: true },
  revokeKeyVerb,
);

const FILTER = "This filter isn't valid. Check the dates.";

export const exportAudit = defineAction(
  {
    operationId: "dashboardExportAudit",
    input: ExportAuditInput,
    args: ["format"],
    messages: { actions: FILTER, who: FILTER, about: FILTER, from: FILTER, until: FILTER },
  },
  exportAuditEvents,
);

export const rename = defineAction(
  {
    operationId: "dashboardRenameOrganisation",
    input: RenameOrganisationInput,
    isForm: true,
    messages: { name: NAME },
    refreshes: true,
  },
  renameOrganisation,
);

export const remove = defineAction(
  {
    operationId: "dashboardDeleteOrganisation",
    input: DeleteOrganisationInput,
    isForm: true,
    refreshes: true,
    redirect: () => "/dashboard",
  },
  deleteOrganisation,
);

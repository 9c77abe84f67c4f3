"use server";

import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { createKey as createKeyVerb } from "@/lib/people/api-keys/create";
import { RevokeKeyInput, revokeKey as revokeKeyVerb } from "@/lib/people/api-keys/revoke";
import { ExportAuditInput, exportAuditEvents } from "@/lib/people/audit/export";
import { DeleteOrganisationInput, deleteOrganisation } from "@/lib/people/organisations/delete";
import { renameOrganisation } from "@/lib/people/organisations/rename";
import { defineAction } from "@/lib/web/define-action";
import { expiryOf } from "@/lib/web/forms/lifetime";
import { submitted } from "@/lib/web/forms/submitted";
import { API_KEY } from "./key-forms";
import { ORGANISATION_NAME } from "./member-forms";

export const createKey = defineAction(
  {
    operationId: "dashboardCreateKey",
    // The empty choice of a database is the whole organisation.
    input: z.object({ ...API_KEY.input, database: z.literal("").or(DatabaseId) }),
    isForm: true,
    messages: API_KEY.messages,
    refreshes: true,
  },
  async (ctx, { organisationId, name, database, access, days }, { member }) => {
    const { secret } = await createKeyVerb(ctx, {
      organisationId,
      memberId: member.memberId,
      name,
      databaseId: database === "" ? null : database,
      readOnly: access === "read-only",
      expiresAt: expiryOf(ctx, days),
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
    ...submitted(z.object({}), ORGANISATION_NAME),
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

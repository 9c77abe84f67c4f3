"use server";

import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { createKey as createKeyVerb } from "@/lib/people/api-keys/create";
import { RevokeKeyInput, revokeKey as revokeKeyVerb } from "@/lib/people/api-keys/revoke";
import { ExportAuditInput, exportAuditEvents } from "@/lib/people/audit/export";
import { DeleteOrganisationInput, deleteOrganisation } from "@/lib/people/organisations/delete";
import { renameOrganisation } from "@/lib/people/organisations/rename";
import { expiryOf } from "@/lib/web/forms/lifetime";
import { submitted } from "@/lib/web/forms/submitted";
import { inOrganisation } from "@/lib/web/places";
import { API_KEY } from "./key-forms";
import { ORGANISATION_NAME } from "./member-forms";

export const createKey = inOrganisation(
  "dashboardCreateKey",
  // The empty choice of a database is the whole organisation.
  { ...submitted(API_KEY), input: { ...API_KEY.input, database: z.literal("").or(DatabaseId) } },
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

export const revokeKey = inOrganisation(
  "dashboardRevokeKey",
  { input: RevokeKeyInput.shape, args: ["keyId"] },
  revokeKeyVerb,
);

const FILTER = "This filter isn't valid. Check the dates.";

export const exportAudit = inOrganisation(
  "dashboardExportAudit",
  {
    input: ExportAuditInput.shape,
    args: ["format"],
    messages: { actions: FILTER, who: FILTER, about: FILTER, from: FILTER, until: FILTER },
    refreshes: false,
  },
  exportAuditEvents,
);

export const rename = inOrganisation("dashboardRenameOrganisation", submitted(ORGANISATION_NAME), renameOrganisation);

export const remove = inOrganisation(
  "dashboardDeleteOrganisation",
  { input: DeleteOrganisationInput.shape, isForm: true, redirect: () => "/dashboard" },
  deleteOrganisation,
);

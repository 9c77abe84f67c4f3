"use server";

import { z } from "zod";
import { createBranch as createBranchVerb } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential as rotateCredentialVerb } from "@/lib/hosting/credentials/rotate";
import { createDatabase as createDatabaseVerb } from "@/lib/hosting/databases/create";
import { deleteDatabase as deleteDatabaseVerb } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { bringBackDatabase as bringBackVerb } from "@/lib/hosting/deleted-databases/bring-back";
import { dropDeletedDatabase as dropDeletedVerb } from "@/lib/hosting/deleted-databases/drop";
import { requireTyped, Typed } from "@/lib/web/confirmation";
import { defineAction } from "@/lib/web/define-action";
import { submitted } from "@/lib/web/forms/submitted";
import { BRANCH, BRING_BACK, DATABASE } from "./database-forms";

export const createDatabase = defineAction(
  {
    operationId: "dashboardCreateDatabase",
    ...submitted(z.object({}), DATABASE),
    refreshes: true,
    redirect: ({ organisationId }, { id }) => `/dashboard/${organisationId}/databases/${id}`,
  },
  createDatabaseVerb,
);

export const createBranch = defineAction(
  {
    operationId: "dashboardCreateBranch",
    ...submitted(DatabaseInput, BRANCH),
    args: ["databaseId"],
    refreshes: true,
    redirect: ({ organisationId }, { branch }) => `/dashboard/${organisationId}/databases/${branch.id}`,
  },
  createBranchVerb,
);

export const deleteDatabase = defineAction(
  {
    operationId: "dashboardDeleteDatabase",
    input: DatabaseInput.extend({ confirmation: Typed }),
    args: ["databaseId"],
    isForm: true,
    refreshes: true,
    redirect: ({ organisationId }) => `/dashboard/${organisationId}`,
  },
  async (ctx, { databaseId, confirmation }) => {
    const { name } = await getDatabase(ctx, { databaseId });
    requireTyped(confirmation, name, `Type ${name} to confirm.`);
    return deleteDatabaseVerb(ctx, { databaseId });
  },
);

export const bringBackDatabase = defineAction(
  {
    operationId: "dashboardBringBackDatabase",
    ...submitted(DatabaseInput, BRING_BACK),
    args: ["databaseId"],
    refreshes: true,
  },
  bringBackVerb,
);

export const dropDeletedDatabase = defineAction(
  { operationId: "dashboardDropDeletedDatabase", input: DatabaseInput, args: ["databaseId"], refreshes: true },
  dropDeletedVerb,
);

export const revealConnection = defineAction(
  { operationId: "dashboardRevealConnectionString", input: DatabaseInput, args: ["databaseId"] },
  revealConnectionString,
);

export const rotateCredential = defineAction(
  { operationId: "dashboardRotateCredential", input: DatabaseInput, args: ["databaseId"] },
  rotateCredentialVerb,
);

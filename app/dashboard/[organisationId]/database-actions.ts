"use server";

import { createBranch as createBranchVerb } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential as rotateCredentialVerb } from "@/lib/hosting/credentials/rotate";
import { createDatabase as createDatabaseVerb } from "@/lib/hosting/databases/create";
import { deleteDatabase as deleteDatabaseVerb } from "@/lib/hosting/databases/delete";
import { getDatabase } from "@/lib/hosting/databases/get";
import { bringBackDatabase as bringBackVerb } from "@/lib/hosting/deleted-databases/bring-back";
import { dropDeletedDatabase as dropDeletedVerb } from "@/lib/hosting/deleted-databases/drop";
import { submitted } from "@/lib/web/forms/submitted";
import { inDatabase, inOrganisation } from "@/lib/web/places";
import { BRANCH, BRING_BACK, DATABASE } from "./database-forms";

export const createDatabase = inOrganisation(
  "dashboardCreateDatabase",
  { ...submitted(DATABASE), redirect: (_input, { id }) => `databases/${id}` },
  createDatabaseVerb,
);

export const createBranch = inDatabase(
  "dashboardCreateBranch",
  {
    ...submitted(BRANCH),
    refreshes: true,
    redirect: (_input, { branch }) => `../${branch.id}`,
  },
  createBranchVerb,
);

export const deleteDatabase = inDatabase(
  "dashboardDeleteDatabase",
  {
    typed: async (ctx, place) => (await getDatabase(ctx, place)).name,
    isForm: true,
    refreshes: true,
    redirect: "../..",
  },
  deleteDatabaseVerb,
);

export const bringBackDatabase = inDatabase(
  "dashboardBringBackDatabase",
  { ...submitted(BRING_BACK), refreshes: true },
  bringBackVerb,
);

export const dropDeletedDatabase = inDatabase("dashboardDropDeletedDatabase", { refreshes: true }, dropDeletedVerb);

export const revealConnection = inDatabase("dashboardRevealConnectionString", {}, revealConnectionString);

export const rotateCredential = inDatabase("dashboardRotateCredential", {}, rotateCredentialVerb);

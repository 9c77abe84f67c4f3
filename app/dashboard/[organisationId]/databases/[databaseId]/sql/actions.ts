"use server";

import { CreateSavedQueryInput, createSavedQuery } from "@/lib/sql/saved-queries/create";
import { DeleteSavedQueryInput, deleteSavedQuery } from "@/lib/sql/saved-queries/delete";
import { UpdateSavedQueryInput, updateSavedQuery } from "@/lib/sql/saved-queries/update";
import { inDatabase } from "@/lib/web/places";

const MESSAGES = {
  name: "Enter a name of 1 to 80 characters, on one line.",
  text: "The query is too long to be saved.",
};

export const createQuery = inDatabase(
  "dashboardCreateSavedQuery",
  { input: CreateSavedQueryInput.shape, messages: MESSAGES },
  createSavedQuery,
);

export const updateQuery = inDatabase(
  "dashboardUpdateSavedQuery",
  { input: UpdateSavedQueryInput.shape, messages: MESSAGES },
  updateSavedQuery,
);

export const deleteQuery = inDatabase(
  "dashboardDeleteSavedQuery",
  { input: DeleteSavedQueryInput.shape, args: ["queryId"] },
  deleteSavedQuery,
);

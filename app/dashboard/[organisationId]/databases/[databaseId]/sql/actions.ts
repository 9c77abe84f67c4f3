"use server";

import { CreateSavedQueryInput, createSavedQuery } from "@/lib/sql/saved-queries/create";
import { DeleteSavedQueryInput, deleteSavedQuery } from "@/lib/sql/saved-queries/delete";
import { UpdateSavedQueryInput, updateSavedQuery } from "@/lib/sql/saved-queries/update";
import { defineAction } from "@/lib/web/define-action";

const MESSAGES = {
  name: "Enter a name of 1 to 80 characters, on one line.",
  text: "The query is too long to be saved.",
};

export const createQuery = defineAction(
  {
    operationId: "dashboardCreateSavedQuery",
    input: CreateSavedQueryInput,
    args: ["databaseId"],
    messages: MESSAGES,
  },
  createSavedQuery,
);

export const updateQuery = defineAction(
  {
    operationId: "dashboardUpdateSavedQuery",
    input: UpdateSavedQueryInput,
    args: ["databaseId"],
    messages: MESSAGES,
  },
  updateSavedQuery,
);

export const deleteQuery = defineAction(
  { operationId: "dashboardDeleteSavedQuery", input: DeleteSavedQueryInput, args: ["databaseId", "queryId"] },
  deleteSavedQuery,
);

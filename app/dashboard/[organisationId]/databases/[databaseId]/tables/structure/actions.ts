"use server";

import { ListDependentsInput, listDependents as listDependentsVerb } from "@/lib/sql/structure/list-dependents";
import { defineAction } from "@/lib/web/define-action";

export const listDependents = defineAction(
  {
    operationId: "dashboardListDependents",
    input: ListDependentsInput,
    args: ["databaseId", "schema", "name", "part"],
  },
  listDependentsVerb,
);

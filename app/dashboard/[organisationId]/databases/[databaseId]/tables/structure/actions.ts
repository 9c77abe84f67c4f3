"use server";

import { ListDependentsInput, listDependents as listDependentsVerb } from "@/lib/sql/structure/list-dependents";
import { inDatabase } from "@/lib/web/places";

export const listDependents = inDatabase(
  "dashboardListDependents",
  { input: ListDependentsInput.shape, args: ["schema", "name", "part"] },
  listDependentsVerb,
);

import { CreateCollectionInput } from "@/lib/sql/documents/create-collection";
import { defineForm } from "@/lib/web/forms/define-form";

export const COLLECTION = defineForm(CreateCollectionInput, {
  omit: ["databaseId"],
  title: "Create collection",
  submit: "Create collection",
});

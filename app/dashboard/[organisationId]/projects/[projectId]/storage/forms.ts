import { CreateBucketInput } from "@/lib/services/storage/buckets/create";
import { MoveObjectInput } from "@/lib/services/storage/objects/copy";
import { defineForm } from "@/lib/web/forms/define-form";

/** The title of the form names the object; the dialog has one of its own. */
export const RENAMING = defineForm(MoveObjectInput, { omit: ["from"], title: "", submit: "" });

/** The policy has a page of its own, and the shapes of pictures are set by API and CLI. */
export const BUCKET = defineForm(CreateBucketInput, {
  omit: ["policy", "presets"],
  start: { transforms: "presets" },
  title: "Create bucket",
  submit: "Create bucket",
});

export const EDITED_BUCKET = { ...BUCKET.form, title: "Edit bucket", submit: "Save", done: "Bucket saved." };

import { OBJECT_PAGE } from "@/lib/cli/define/kinds";
import { bucket } from "@/lib/cli/define/places";
import { byteText } from "@/lib/core/byte-text";
import { endUploadByOwner } from "@/lib/services/storage/uploads/end-by-owner";
import { ListUploadsInput, listUploads } from "@/lib/services/storage/uploads/list";

export const commands = [
  bucket.verb("list", {
    description: "List uploads that have begun and not ended, newest first.",
    input: ListUploadsInput,
    options: {
      ...OBJECT_PAGE,
    },
    run: listUploads,
    columns: ["id", "key", { size: ({ size }) => byteText(size), "begun (UTC)": "createdAt" }, "expiresAt"],
  }),
  bucket.within("upload", "uploadId", "upl_4k9x2m7q1w8e5r3t6y0u").verb("end", {
    description: "End an upload. The bytes that have arrived are lost, and their room is free.",
    run: endUploadByOwner,
    print: ({ id }) => `Ended ${id}.`,
  }),
];

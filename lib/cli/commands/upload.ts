import { within } from "@/lib/cli/define/place";
import { bucket } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { byteText } from "@/lib/core/byte-text";
import { endUploadByOwner } from "@/lib/services/storage/uploads/end-by-owner";
import { ListUploadsInput, listUploads } from "@/lib/services/storage/uploads/list";
import type { OpenUpload } from "@/lib/services/storage/uploads/resource";

export const commands = [
  verb({
    usage: "list",
    description: "List uploads that have begun and not ended, newest first.",
    place: bucket,
    input: ListUploadsInput,
    options: {
      cursor: { help: "continue where the previous list ended" },
      limit: { flags: "--limit <n>", help: "1 to 1000" },
    },
    run: listUploads,
    print: table<OpenUpload>({
      ...{ id: "id", key: "key", size: ({ size }) => byteText(size) },
      ...{ "begun (UTC)": "createdAt", "expires (UTC)": "expiresAt" },
    }),
  }),
  verb({
    usage: "end",
    description: "End an upload. The bytes that have arrived are lost, and their room is free.",
    place: within(bucket, "upload", "uploadId", "upl_4k9x2m7q1w8e5r3t6y0u"),
    run: endUploadByOwner,
    print: ({ id }) => `Ended ${id}.`,
  }),
];

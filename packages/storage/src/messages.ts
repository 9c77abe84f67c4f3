/**
 * The texts of `DropZone` in English. `{name}` is the file's. `error.<code>` takes the place of the service's own
 * sentence for a failure.
 *
 * @example
 * <DropZone bucket={bucket} messages={{ ...en, title: "Drop your invoices here, or choose them" }} />
 */
export const en = {
  title: "Drop files here, or choose them",
  titleOne: "Drop a file here, or choose one",
  uploads: "Uploads",
  waiting: "Waiting",
  done: "Uploaded",
  cancelled: "Cancelled",
  cancel: "Cancel",
  cancelNamed: "Cancel {name}",
  retry: "Try again",
  retryNamed: "Try again with {name}",
  remove: "Remove",
  removeNamed: "Remove {name} from the list",
  progressNamed: "Upload of {name}",
  "error.network_error": "The connection was lost. Try again to go on where it stopped.",
  "error.service_error": "Something went wrong on our side. Try again.",
};

/**
 * The texts of `DropZone`; `error.<code>` may be any code of `StorageError`.
 *
 * @example
 * const messages: Partial<DropZoneMessages> = { "error.limit_reached": "There's no room left. Delete a file first." };
 */
export type DropZoneMessages = typeof en & { [code: `error.${string}`]: string };

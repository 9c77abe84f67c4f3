export type { DropZoneMessages } from "../messages";
export { DropZone, type DropZoneProps } from "./drop-zone";
export type { UploadItem, UploadState } from "./upload-queue";
export { type Uploads, type UseUploadOptions, useUpload } from "./use-upload";

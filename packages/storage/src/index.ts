export type { Bucket, ListOptions, PublicUrlOptions, SignOptions } from "./bucket";
export type { StorageOptions, TokenAnswer } from "./connection";
export { createStorage, type ProjectStorage } from "./create-storage";
export { StorageError, type StorageErrorCode } from "./storage-error";
export type { FileBytes, UploadOptions, UploadProgress } from "./upload";
export type { ObjectPage, PictureShape, SignedLink, StoredObject } from "./wire";

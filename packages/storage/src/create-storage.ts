import { type Bucket, openBucket } from "./bucket";
import { connect, type StorageOptions } from "./connection";

/**
 * The client of one project's storage.
 *
 * @example
 * const upload = (storage: ProjectStorage, file: File) => storage.bucket("inbox").upload(file.name, file);
 */
export interface ProjectStorage {
  /** Returns a bucket by its name or its ID, without asking for it. Throws a `TypeError` for a text that is neither. */
  bucket(bucket: string): Bucket;
}

/**
 * Creates the client of a project's storage.
 *
 * It throws a `TypeError` without a project id, and for a secret key in a browser.
 *
 * @example
 * export const storage = createStorage({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   publicKey: "pk_coppice_auth_…",
 *   apiOrigin: "https://id.example.com",
 *   getToken: auth.getToken,
 * });
 *
 * const object = await storage.bucket("avatars").upload("ada.png", file);
 */
export function createStorage(options: StorageOptions): ProjectStorage {
  const connection = connect(options);
  return { bucket: (bucket) => openBucket(connection, bucket) };
}

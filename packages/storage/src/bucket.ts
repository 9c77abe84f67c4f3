import type { Connection } from "./connection";
import { normalize, objectPath, requireBucket } from "./object-path";
import { type FileBytes, type UploadOptions, uploadObject } from "./upload";
import type { ObjectPage, PictureShape, SignedLink, StoredObject } from "./wire";

/**
 * Which objects a list has.
 *
 * @example
 * const options: ListOptions = { prefix: "users/", delimiter: "/", limit: 50 };
 */
export interface ListOptions {
  /** The start of the keys. */
  prefix?: string;
  /** With `/`, folders take the place of their contents. */
  delimiter?: "/";
  /** `nextCursor` of the page before. */
  cursor?: string | null;
  /** At most 1000; 100 by default. */
  limit?: number;
  signal?: AbortSignal;
}

/**
 * The options of links.
 *
 * @example
 * const options: SignOptions = { expiresInSeconds: 600, download: "invoice.pdf" };
 */
export interface SignOptions {
  /** At most an hour for users, seven days for servers. */
  expiresInSeconds: number;
  /** Downloads the file, under its own name or this one, in place of showing it. */
  download?: true | string;
  /** The picture that an object is made into, as far as the bucket's `transforms` allow. */
  transform?: { preset: string } | PictureShape;
  /** The links stay with the current bytes, even if the keys are changed. */
  pinned?: boolean;
  signal?: AbortSignal;
}

/**
 * The options of a public address.
 *
 * @example
 * const options: PublicUrlOptions = { preset: "thumbnail" };
 */
export interface PublicUrlOptions {
  /** One of the bucket's presets of pictures. */
  preset?: string;
  /** Downloads the file, under its own name or this one, in place of showing it. */
  download?: true | string;
}

/**
 * A bucket. Its methods reject with a `StorageError`, or with the reason of their `signal`.
 *
 * @example
 * const count = async (bucket: Bucket) => (await bucket.list({ limit: 1000 })).items.length;
 */
export interface Bucket {
  /** The name or the ID by which it was opened. */
  readonly name: string;
  /**
   * Stores an object. More than 6 MiB goes by tus, which resumes after a lost connection and, for a `File`, after the
   * page is opened again within a day. An aborted upload is given up.
   */
  upload(key: string, file: FileBytes, options?: UploadOptions): Promise<StoredObject>;
  /** Returns a page of the objects, by key. */
  list(options?: ListOptions): Promise<ObjectPage>;
  /** Returns the metadata of an object, without its bytes. */
  show(key: string): Promise<StoredObject>;
  /** Deletes an object. A repetition rejects with `object_not_found`. */
  remove(key: string): Promise<void>;
  /** Returns a link for each key, in their order, which anyone can follow until it expires. */
  sign(keys: readonly string[], options: SignOptions): Promise<SignedLink[]>;
  /**
   * Returns the address of an object of a public bucket, without asking whether there is one. Of several public buckets
   * with one name the first has the name, so an ID is always right.
   */
  publicUrl(key: string, options?: PublicUrlOptions): string;
}

export function openBucket(connection: Connection, bucket: string): Bucket {
  const path = `/buckets/${requireBucket(bucket)}`;
  const ofObject = (key: string) => `${path}/objects/${objectPath(key)}`;
  return {
    name: bucket,
    upload: (key, file, options = {}) =>
      uploadObject(connection, { bucket, key, path: () => ofObject(key) }, file, options),
    list: ({ signal, ...options } = {}) =>
      connection.ask({
        method: "GET",
        path: `${path}/objects${queryOf({ ...options, prefix: normalize(options.prefix ?? "") })}`,
        signal,
      }),
    show: async (key) => connection.ask({ method: "GET", path: `${ofObject(key)}?view=metadata` }),
    async remove(key) {
      await connection.ask({ method: "DELETE", path: ofObject(key) });
    },
    async sign(keys, { signal, ...options }) {
      const json = { ...options, keys: keys.map(normalize) };
      const { urls } = await connection.ask<{ urls: SignedLink[] }>({
        ...{ method: "POST", path: `${path}/sign`, json, signal },
      });
      return urls;
    },
    publicUrl: (key, { preset, download } = {}) => {
      const query = queryOf({ preset, download: download === true ? "" : download });
      return `${connection.apiOrigin()}/api/v1/storage/${bucket}/${objectPath(key)}${query}`;
    },
  };
}

function queryOf(values: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

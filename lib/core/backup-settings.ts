import { resolve } from "node:path";
import { z } from "zod";
import { OperatorError } from "./operator-error";
import type { S3Settings } from "./s3-settings";

const S3_PLACE = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

export type S3Access = Omit<S3Settings, "bucket">;

/** A place for backups: a folder of this machine, or the objects of a bucket below a prefix. */
export type BackupPlaceSettings = { folder: string } | { bucket: string; prefix: string; access: S3Access };

export interface BackupSettings {
  place: BackupPlaceSettings;
  passphraseFile: string;
  /** The longest time between two uploads of new data, in seconds: at most this much is lost with the machine. */
  everySeconds: number;
  /** The number of days back to which the installation can be restored, to any second. */
  keepDays: number;
  /** The rate at which base backups and objects are sent at most; `null` for as fast as it goes. */
  bytesPerSecond: number | null;
  /** The folder in which backups are proven; `null` for one beside the databases. */
  scratch: string | null;
}

export const BackupVariables = z.object({
  COPPICE_BACKUPS: z.string().min(1).optional(),
  COPPICE_BACKUPS_PASSPHRASE_FILE: z.string().min(1).optional(),
  COPPICE_BACKUPS_SECONDS: z.coerce.number().int().min(1).max(3_600).default(5),
  COPPICE_BACKUPS_DAYS: z.coerce.number().int().min(1).max(3_650).default(14),
  COPPICE_BACKUPS_BYTES_PER_SECOND: z.coerce.number().int().min(65_536).optional(),
  COPPICE_BACKUPS_SCRATCH: z.string().min(1).optional(),
});

/** Whether backups go to a bucket, for which the keys of the store of objects serve. */
export function isBucket(place: string | undefined): boolean {
  return place !== undefined && /^s3:/.test(place);
}

/** Returns `null` where there are no backups. Throws where only a part is set up. */
export function backupsOf(
  variables: z.infer<typeof BackupVariables>,
  access: Partial<S3Access> & Pick<S3Access, "endpoint" | "region">,
): BackupSettings | null {
  const { COPPICE_BACKUPS: place, COPPICE_BACKUPS_PASSPHRASE_FILE: passphraseFile } = variables;
  if (place === undefined) return null;
  if (passphraseFile === undefined) {
    throw new OperatorError("COPPICE_BACKUPS needs COPPICE_BACKUPS_PASSPHRASE_FILE, the file with the passphrase.");
  }
  return {
    place: placeOf(place, access),
    passphraseFile: resolve(passphraseFile),
    everySeconds: variables.COPPICE_BACKUPS_SECONDS,
    keepDays: variables.COPPICE_BACKUPS_DAYS,
    bytesPerSecond: variables.COPPICE_BACKUPS_BYTES_PER_SECOND ?? null,
    scratch: variables.COPPICE_BACKUPS_SCRATCH === undefined ? null : resolve(variables.COPPICE_BACKUPS_SCRATCH),
  };
}

function placeOf(
  place: string,
  { endpoint, region, accessKeyId, secretAccessKey }: Parameters<typeof backupsOf>[1],
): BackupPlaceSettings {
  if (!isBucket(place)) return { folder: resolve(place) };
  const [, bucket = "", prefix = ""] = S3_PLACE.exec(place) ?? [];
  if (bucket.length < 3) throw new OperatorError("COPPICE_BACKUPS must be a folder or read s3://bucket/prefix");
  if (!accessKeyId || !secretAccessKey) {
    throw new OperatorError(
      "COPPICE_BACKUPS names a bucket, which needs COPPICE_S3_ACCESS_KEY_ID and COPPICE_S3_SECRET_ACCESS_KEY",
    );
  }
  return { bucket, prefix: prefix.replace(/\/+$/, ""), access: { endpoint, region, accessKeyId, secretAccessKey } };
}

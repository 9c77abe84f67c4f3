import { z } from "zod";
import { OperatorError } from "./operator-error";

/** A bucket of a store that speaks S3. */
export interface S3Settings {
  /** `null` is Amazon's own of the region. */
  endpoint: string | null;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const DEFAULT_REGION = "us-east-1";

export const S3Variables = z.object({
  COPPICE_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  COPPICE_S3_REGION: z.string().min(1).default(DEFAULT_REGION),
  COPPICE_S3_BUCKET: z.string().min(3).optional(),
  COPPICE_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  COPPICE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
});

/** Returns the keys and the address, some of which may be missing. */
export function s3AccessOf(variables: z.infer<typeof S3Variables>) {
  const {
    COPPICE_S3_ENDPOINT: endpoint = null,
    COPPICE_S3_REGION: region,
    COPPICE_S3_ACCESS_KEY_ID: accessKeyId,
    COPPICE_S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = variables;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

/**
 * Returns `null` where objects are kept on disk. Throws where only a part of the store is set up, unless the keys are for
 * backups.
 */
export function s3Of(variables: z.infer<typeof S3Variables>, hasBackupsThere = false): S3Settings | null {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3AccessOf(variables);
  const bucket = variables.COPPICE_S3_BUCKET;
  if (!bucket && (hasBackupsThere || (endpoint === null && !accessKeyId && !secretAccessKey))) return null;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    throw new OperatorError(
      "COPPICE_S3_BUCKET, COPPICE_S3_ACCESS_KEY_ID and COPPICE_S3_SECRET_ACCESS_KEY must be set together",
    );
  }
  return { endpoint, region, bucket, accessKeyId, secretAccessKey };
}

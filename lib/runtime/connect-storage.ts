import { join } from "node:path";
import type { DatabaseClient } from "@/lib/core/db/client";
import type { Environment } from "@/lib/core/env";
import { DiskObjectStore } from "@/lib/infra/object-store/disk-object-store";
import { S3ObjectStore } from "@/lib/infra/object-store/s3-object-store";
import { requireOtherSite } from "@/lib/infra/other-site";
import type { StorageContext } from "@/lib/services/storage/context";
import { PublicObjectLookup } from "@/lib/services/storage/links/public-object-lookup";

export function connectStorage(
  environment: Environment,
  db: DatabaseClient,
): Pick<StorageContext, "objects" | "publicObjects" | "contentUrl"> {
  const { dataDir, url, contentUrl, s3 } = environment;
  requireOtherSite(url, contentUrl);
  const folder = join(dataDir, "objects");
  const objects = s3 ? new S3ObjectStore(s3, join(folder, "staged")) : new DiskObjectStore(folder);
  return { objects, publicObjects: new PublicObjectLookup(db), contentUrl };
}

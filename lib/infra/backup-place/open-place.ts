import type { BackupPlaceSettings } from "@/lib/core/backup-settings";
import type { BackupPlace } from "@/lib/core/ports/backup-place";
import { FolderPlace } from "./folder-place";
import { S3Place } from "./s3-place";

export function openPlace(settings: BackupPlaceSettings): BackupPlace {
  return "folder" in settings ? new FolderPlace(settings.folder) : new S3Place(settings);
}

import { OperatorError } from "@/lib/core/operator-error";
import { currentUser } from "./service-user";

const REASONS: Record<string, () => string> = {
  EEXIST: () => "it is a file",
  ENOTDIR: () => "a part of its path is a file",
  EROFS: () => "its file system is read-only",
  ENOENT: () => "it can't be made there",
  EACCES: () => `the user ${currentUser().name} can't write to it`,
  EPERM: () => `the user ${currentUser().name} can't write to it`,
};

/** Returns an `OperatorError` that says why a folder cannot be used, and any other error unchanged. */
export function explainUnusableFolder(error: unknown, folder: string): unknown {
  const reason = error instanceof Error && "code" in error ? REASONS[String(error.code)] : undefined;
  if (!reason) return error;
  return new OperatorError(`Can't use the data folder ${folder}: ${reason()}. Choose another with COPPICE_DATA_DIR.`, {
    cause: error,
  });
}

/**
 * The name of an advisory lock in the maintenance database of a host. Copies of databases file by file share it, and a
 * base backup takes it alone: recovery would copy such a source as the backup has it, which may be later
 * (docs/decisions/211).
 */
export const FILE_COPY_LOCK = "coppice:file-copy";

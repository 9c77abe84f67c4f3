-- CreateTable
CREATE TABLE "deleted_database" (
    "database_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_database_pkey" PRIMARY KEY ("database_id")
);

-- CreateIndex
CREATE INDEX "deleted_database_organisation_id_deleted_at_idx" ON "deleted_database"("organisation_id", "deleted_at");

-- CreateIndex
CREATE INDEX "deleted_database_deleted_at_idx" ON "deleted_database"("deleted_at");

-- AddForeignKey
ALTER TABLE "deleted_database" ADD CONSTRAINT "deleted_database_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Deleted databases count as kept, as restore points and undo data do.
CREATE TRIGGER "count_kept_bytes" AFTER INSERT OR UPDATE OF "size_bytes" ON "deleted_database"
  FOR EACH ROW EXECUTE FUNCTION "count_kept_bytes"();
CREATE TRIGGER "release_kept_bytes" AFTER DELETE ON "deleted_database"
  REFERENCING OLD TABLE AS "deleted" FOR EACH STATEMENT EXECUTE FUNCTION "release_kept_bytes"();
ALTER TABLE "deleted_database" ADD CONSTRAINT "deleted_database_size_bytes" CHECK ("size_bytes" >= 0);

ALTER TABLE "operation" DROP CONSTRAINT "operation_kind_check";
ALTER TABLE "operation" ADD CONSTRAINT "operation_kind_check"
  CHECK ("kind" IN ('create', 'branch', 'rotate', 'delete', 'close', 'bring-back', 'restore-point', 'restore', 'delete-restore-point'));

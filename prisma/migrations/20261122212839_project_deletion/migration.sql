-- DropIndex
DROP INDEX "project_organisation_id_name_key";

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_for" TEXT;

-- CreateIndex
CREATE INDEX "project_organisation_id_idx" ON "project"("organisation_id");

-- CreateIndex
CREATE INDEX "project_deleted_at_idx" ON "project"("deleted_at");

-- A deleted project keeps its name, which another may have meanwhile.
CREATE UNIQUE INDEX "project_name_key" ON "project" ("organisation_id", "name") WHERE "deleted_at" IS NULL;

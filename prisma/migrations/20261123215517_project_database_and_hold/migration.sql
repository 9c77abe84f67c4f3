-- AlterTable
ALTER TABLE "project" ADD COLUMN     "database_id" TEXT,
ADD COLUMN     "held_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "project_database_id_key" ON "project"("database_id");

-- AddForeignKey
ALTER TABLE "project" ADD CONSTRAINT "project_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE SET NULL ON UPDATE CASCADE;

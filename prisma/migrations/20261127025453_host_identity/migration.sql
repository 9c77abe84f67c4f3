-- AlterTable
ALTER TABLE "host" ADD COLUMN     "system_identifier" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "host_system_identifier_key" ON "host"("system_identifier");

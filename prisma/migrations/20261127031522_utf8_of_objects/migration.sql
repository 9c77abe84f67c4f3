-- AlterTable
ALTER TABLE "object_version" ADD COLUMN     "is_utf8" BOOLEAN NOT NULL DEFAULT false;

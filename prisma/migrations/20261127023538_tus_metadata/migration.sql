-- AlterTable
ALTER TABLE "object_upload" ADD COLUMN     "tus_metadata" TEXT;

-- AlterTable
ALTER TABLE "object_upload" ADD COLUMN     "content_encoding" TEXT;

-- AlterTable
ALTER TABLE "object_version" ADD COLUMN     "content_encoding" TEXT;

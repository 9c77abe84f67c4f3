-- AlterTable
ALTER TABLE "end_user" ADD COLUMN     "private_metadata" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "public_metadata" JSONB NOT NULL DEFAULT '{}';

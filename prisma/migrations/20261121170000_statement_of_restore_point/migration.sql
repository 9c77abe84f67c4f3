-- AlterTable
ALTER TABLE "restore_point" ADD COLUMN     "statement_id" TEXT;

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "last_active_at" TIMESTAMPTZ(3);

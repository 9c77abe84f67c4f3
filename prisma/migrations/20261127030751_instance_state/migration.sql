-- AlterTable
ALTER TABLE "service_instance" ADD COLUMN     "state" TEXT;

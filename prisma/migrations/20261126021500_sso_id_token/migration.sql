-- AlterTable
ALTER TABLE "sso_session" ADD COLUMN "id_token" TEXT;

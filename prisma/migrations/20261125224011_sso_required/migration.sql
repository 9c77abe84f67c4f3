-- AlterTable
ALTER TABLE "sso_connection" ADD COLUMN     "is_required" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sso_domain" ADD COLUMN     "missing_since" TIMESTAMPTZ(3);

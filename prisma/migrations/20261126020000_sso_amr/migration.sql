-- AlterTable
ALTER TABLE "user_session" ADD COLUMN "is_user_verified" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sso_connection" ADD COLUMN "trusts_second_factor" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "second_factor_contexts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "sso_session" ADD COLUMN "acr" TEXT,
ADD COLUMN "amr" TEXT[] DEFAULT ARRAY[]::TEXT[];

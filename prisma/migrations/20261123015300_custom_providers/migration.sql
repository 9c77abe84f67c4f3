-- AlterTable
ALTER TABLE "project_provider" ADD COLUMN     "authentication" TEXT,
ADD COLUMN     "display_name" TEXT,
ADD COLUMN     "issuer" TEXT,
ADD COLUMN     "key_id" TEXT,
ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "team_id" TEXT;

-- AlterTable
ALTER TABLE "user_account" ADD COLUMN     "issuer" TEXT;

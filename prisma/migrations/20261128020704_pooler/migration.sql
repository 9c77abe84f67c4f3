-- AlterTable
ALTER TABLE "host" ADD COLUMN     "pooled_host" TEXT,
ADD COLUMN     "pooled_port" INTEGER NOT NULL DEFAULT 6432;

-- AlterTable
ALTER TABLE "shell_role" ALTER COLUMN "expires_at" DROP NOT NULL;

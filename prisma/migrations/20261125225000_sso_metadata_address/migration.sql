-- AlterTable
ALTER TABLE "sso_connection"
    ADD COLUMN "metadata_url" TEXT,
    ADD COLUMN "metadata_certificate" TEXT,
    ADD COLUMN "metadata_checked_at" TIMESTAMPTZ(3),
    ADD COLUMN "metadata_problem" TEXT;

-- What is due is found by this.
CREATE INDEX "sso_connection_metadata_checked_at_idx" ON "sso_connection"("metadata_checked_at");

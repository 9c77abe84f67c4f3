-- AlterTable
ALTER TABLE "statement" ADD COLUMN     "background_run_id" TEXT,
ADD COLUMN     "position_in_run" INTEGER,
ADD COLUMN     "transaction_id" TEXT;

-- CreateTable
CREATE TABLE "background_run" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "content" TEXT,
    "results" TEXT,
    "text" TEXT NOT NULL,
    "statement_count" INTEGER NOT NULL,
    "message" TEXT,
    "failure_line" INTEGER,
    "failure_column" INTEGER,
    "backend_pid" INTEGER,
    "backend_started_at" TEXT,
    "cancelled_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "background_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "background_run_organisation_id_status_idx" ON "background_run"("organisation_id", "status");

-- CreateIndex
CREATE INDEX "background_run_database_id_created_at_idx" ON "background_run"("database_id", "created_at");

-- CreateIndex
CREATE INDEX "background_run_status_seen_at_idx" ON "background_run"("status", "seen_at");

-- CreateIndex
CREATE INDEX "statement_background_run_id_idx" ON "statement"("background_run_id");

-- AddForeignKey
ALTER TABLE "statement" ADD CONSTRAINT "statement_background_run_id_fkey" FOREIGN KEY ("background_run_id") REFERENCES "background_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "background_run" ADD CONSTRAINT "background_run_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

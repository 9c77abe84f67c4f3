-- AlterTable
ALTER TABLE "function" ADD COLUMN     "has_web_address" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "function_log" ADD COLUMN     "duration_ms" INTEGER,
ADD COLUMN     "outcome" TEXT;

-- AlterTable
ALTER TABLE "function_schedule" ADD COLUMN     "last_invocation_id" TEXT,
ADD COLUMN     "last_outcome" TEXT;

-- AlterTable
ALTER TABLE "function_version" ADD COLUMN     "sources_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "function_version_sources_id_key" ON "function_version"("sources_id");

ALTER TABLE "function_log" ADD CONSTRAINT "function_log_outcome_check" CHECK ("outcome" IN ('ok', 'exception', 'timeout', 'killed', 'unavailable'));
ALTER TABLE "function_schedule" ADD CONSTRAINT "function_schedule_last_outcome_check" CHECK ("last_outcome" IN ('ok', 'failed', 'skipped'));

-- The latest invocations of a function are read from the index alone (docs/decisions/102).
CREATE INDEX "function_log_durations_idx" ON "function_log" ("function_id", "id" DESC) INCLUDE ("at", "duration_ms") WHERE "kind" = 'invocation';

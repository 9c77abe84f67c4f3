-- CreateTable
CREATE TABLE "request_log" (
    "project_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "level" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "request_id" TEXT NOT NULL,
    "user_id" TEXT,
    "key_id" TEXT,
    "database_id" TEXT,
    "function_name" TEXT,
    "invocation_id" TEXT,
    "omitted" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("project_id","at","id")
);

-- CreateIndex
CREATE INDEX "request_log_project_id_request_id_idx" ON "request_log"("project_id", "request_id");

-- CreateIndex
CREATE INDEX "function_log_project_id_at_id_idx" ON "function_log"("project_id", "at", "id");

-- AddForeignKey
ALTER TABLE "request_log" ADD CONSTRAINT "request_log_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The failures of a project, and the requests of one of its users, in the order of the log.
CREATE INDEX "request_log_failure_idx" ON "request_log" ("project_id", "at", "id") WHERE "level" <> 'info';
CREATE INDEX "request_log_user_idx" ON "request_log" ("project_id", "user_id", "at", "id") WHERE "user_id" IS NOT NULL;

CREATE INDEX "function_log_warning_idx" ON "function_log" ("project_id", "at", "id") WHERE "level" IN ('warn', 'error');

-- AlterTable
ALTER TABLE "database" ADD COLUMN     "restore_schedule" TEXT NOT NULL DEFAULT 'off';

-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "restore_point_id" TEXT;

-- CreateTable
CREATE TABLE "restore_point" (
    "id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "copy_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'creating',
    "size_bytes" BIGINT,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "activity" TEXT,

    CONSTRAINT "restore_point_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statement" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "command" TEXT,
    "status" TEXT NOT NULL DEFAULT 'running',
    "row_count" BIGINT,
    "duration_micros" BIGINT,
    "sql_state" TEXT,
    "message" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statement_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "data_change" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "statement_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "transaction_id" TEXT,
    "table_schema" TEXT,
    "table_name" TEXT,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "rows" TEXT,
    "restore_point_id" TEXT,
    "undone_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "data_change_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "database_sample" (
    "database_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(0) NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "connections" INTEGER NOT NULL,
    "locks_waiting" INTEGER NOT NULL,
    "commits" BIGINT NOT NULL,
    "rollbacks" BIGINT NOT NULL,
    "blocks_read" BIGINT NOT NULL,
    "blocks_hit" BIGINT NOT NULL,
    "rows_returned" BIGINT NOT NULL,
    "rows_inserted" BIGINT NOT NULL,
    "rows_updated" BIGINT NOT NULL,
    "rows_deleted" BIGINT NOT NULL,
    "deadlocks" BIGINT NOT NULL,
    "temp_bytes" BIGINT NOT NULL,

    CONSTRAINT "database_sample_pkey" PRIMARY KEY ("database_id","at")
);

-- CreateTable
CREATE TABLE "shell_role" (
    "id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shell_role_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_query" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "database_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_by_kind" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_query_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "restore_point_copy_id_key" ON "restore_point"("copy_id");

-- CreateIndex
CREATE INDEX "restore_point_database_id_created_at_idx" ON "restore_point"("database_id", "created_at");

-- CreateIndex
CREATE INDEX "restore_point_expires_at_idx" ON "restore_point"("expires_at");

-- CreateIndex
CREATE INDEX "restore_point_host_id_idx" ON "restore_point"("host_id");

-- CreateIndex
CREATE INDEX "statement_database_id_started_at_idx" ON "statement"("database_id", "started_at");

-- CreateIndex
CREATE INDEX "statement_organisation_id_started_at_idx" ON "statement"("organisation_id", "started_at");

-- CreateIndex
CREATE UNIQUE INDEX "data_change_statement_id_key" ON "data_change"("statement_id");

-- CreateIndex
CREATE UNIQUE INDEX "data_change_undone_by_id_key" ON "data_change"("undone_by_id");

-- CreateIndex
CREATE INDEX "data_change_database_id_created_at_idx" ON "data_change"("database_id", "created_at");

-- CreateIndex
CREATE INDEX "data_change_status_idx" ON "data_change"("status");

-- CreateIndex
CREATE INDEX "database_sample_at_idx" ON "database_sample"("at");

-- CreateIndex
CREATE INDEX "shell_role_expires_at_idx" ON "shell_role"("expires_at");

-- CreateIndex
CREATE INDEX "shell_role_database_id_idx" ON "shell_role"("database_id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_query_database_id_name_key" ON "saved_query"("database_id", "name");

-- AddForeignKey
ALTER TABLE "restore_point" ADD CONSTRAINT "restore_point_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "statement" ADD CONSTRAINT "statement_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_change" ADD CONSTRAINT "data_change_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_change" ADD CONSTRAINT "data_change_statement_id_fkey" FOREIGN KEY ("statement_id") REFERENCES "statement"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_change" ADD CONSTRAINT "data_change_restore_point_id_fkey" FOREIGN KEY ("restore_point_id") REFERENCES "restore_point"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "database_sample" ADD CONSTRAINT "database_sample_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shell_role" ADD CONSTRAINT "shell_role_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "saved_query" ADD CONSTRAINT "saved_query_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Operations and states that the schema cannot name.
ALTER TABLE "operation"
    DROP CONSTRAINT "operation_kind_check",
    ADD CONSTRAINT "operation_kind_check"
        CHECK ("kind" IN ('create', 'branch', 'rotate', 'delete', 'restore-point', 'restore', 'delete-restore-point'));
ALTER TABLE "database"
    ADD CONSTRAINT "database_restore_schedule_check" CHECK ("restore_schedule" IN ('off', 'hourly', 'daily', 'weekly'));
ALTER TABLE "restore_point"
    ADD CONSTRAINT "restore_point_origin_check"
        CHECK ("origin" IN ('manual', 'schedule', 'before-change', 'before-restore')),
    ADD CONSTRAINT "restore_point_status_check" CHECK ("status" IN ('creating', 'ready', 'deleting'));
ALTER TABLE "statement"
    ADD CONSTRAINT "statement_status_check" CHECK ("status" IN ('running', 'succeeded', 'failed', 'cancelled'));
ALTER TABLE "data_change"
    ADD CONSTRAINT "data_change_status_check" CHECK ("status" IN ('pending', 'committed', 'aborted', 'undone'));

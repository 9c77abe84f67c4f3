-- CreateTable
CREATE TABLE "past_restore" (
    "database_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'waiting',
    "step" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "idempotency_record_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "past_restore_pkey" PRIMARY KEY ("database_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "past_restore_idempotency_record_id_key" ON "past_restore"("idempotency_record_id");

-- CreateIndex
CREATE INDEX "past_restore_status_idx" ON "past_restore"("status");

-- CreateIndex
CREATE INDEX "past_restore_source_id_created_at_idx" ON "past_restore"("source_id", "created_at");

-- CreateIndex
CREATE INDEX "past_restore_organisation_id_started_at_idx" ON "past_restore"("organisation_id", "started_at");

-- AddForeignKey
ALTER TABLE "past_restore" ADD CONSTRAINT "past_restore_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema cannot say.
ALTER TABLE "past_restore"
    ADD CONSTRAINT "past_restore_status_check" CHECK ("status" IN ('waiting', 'running', 'done', 'failed')),
    ADD CONSTRAINT "past_restore_step_check" CHECK ("step" IN ('fetching', 'replaying', 'copying'));

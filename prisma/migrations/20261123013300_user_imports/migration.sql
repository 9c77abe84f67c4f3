-- AlterTable
ALTER TABLE "end_user" ADD COLUMN     "external_id" TEXT;

-- CreateTable
CREATE TABLE "user_import" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "existing" TEXT NOT NULL,
    "sends_events" BOOLEAN NOT NULL DEFAULT false,
    "file_name" TEXT NOT NULL DEFAULT '',
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "records" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "refused" INTEGER NOT NULL DEFAULT 0,
    "run_id" TEXT,
    "failure" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "progress_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_import_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_import_part" (
    "import_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "content" TEXT NOT NULL,

    CONSTRAINT "user_import_part_pkey" PRIMARY KEY ("import_id","position")
);

-- CreateTable
CREATE TABLE "user_import_problem" (
    "import_id" TEXT NOT NULL,
    "record" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "field" TEXT,
    "message" TEXT NOT NULL,

    CONSTRAINT "user_import_problem_pkey" PRIMARY KEY ("import_id","record")
);

-- CreateIndex
CREATE INDEX "user_import_project_id_created_at_idx" ON "user_import"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "user_import_status_progress_at_idx" ON "user_import"("status", "progress_at");

-- AddForeignKey
ALTER TABLE "user_import" ADD CONSTRAINT "user_import_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_part" ADD CONSTRAINT "user_import_part_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "user_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_import_problem" ADD CONSTRAINT "user_import_problem_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "user_import"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE UNIQUE INDEX "end_user_project_id_external_id_key" ON "end_user"("project_id", "external_id") WHERE "external_id" IS NOT NULL;
CREATE UNIQUE INDEX "user_import_project_id_key" ON "user_import"("project_id") WHERE "status" IN ('receiving', 'checking', 'running');
ALTER TABLE "user_import" ADD CONSTRAINT "user_import_status" CHECK ("status" IN ('receiving', 'checking', 'checked', 'running', 'done', 'cancelled', 'failed'));
ALTER TABLE "user_import" ADD CONSTRAINT "user_import_existing" CHECK ("existing" IN ('skip', 'update', 'fail'));

-- An import of a million users tells no webhook of each, unless its owner asked for that: its transactions say so.
CREATE OR REPLACE FUNCTION "wants_webhook"("of_project" TEXT, "of_type" TEXT) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('coppice.webhooks', true), '') <> 'off' AND EXISTS (
    SELECT FROM "webhook_endpoint" "e" JOIN "project" "p" ON "p"."id" = "e"."project_id"
    WHERE "e"."project_id" = "of_project" AND "e"."status" = 'enabled'
      AND (cardinality("e"."events") = 0 OR "of_type" = ANY ("e"."events")));
$$;

-- AlterTable
ALTER TABLE "organisation" ADD COLUMN     "functions" BOOLEAN NOT NULL DEFAULT false;

-- The operator's own organisation, which the first run made.
UPDATE "organisation" SET "functions" = true
WHERE "name" = 'Operator' AND "id" = (SELECT "id" FROM "organisation" ORDER BY "created_at", "id" LIMIT 1);

-- CreateTable
CREATE TABLE "function" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "access" TEXT NOT NULL,
    "egress_mode" TEXT NOT NULL DEFAULT 'open',
    "egress_hosts" TEXT[],
    "active_version_id" TEXT,
    "last_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "function_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "function_version" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bundle_bytes" INTEGER NOT NULL,
    "env_names" TEXT[],
    "env" TEXT,
    "env_revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "function_version_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "function_deployment" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "version_id" TEXT,
    "number" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "bundle_bytes" INTEGER NOT NULL,
    "message" TEXT NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "log" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "activated_at" TIMESTAMPTZ(3),

    CONSTRAINT "function_deployment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "function_secret" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "revision" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "function_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "function_schedule" (
    "id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT true,
    "next_run_at" TIMESTAMPTZ(3),
    "last_slot" TIMESTAMPTZ(3),
    "running_until" TIMESTAMPTZ(3),

    CONSTRAINT "function_schedule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "function_log" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT NOT NULL,
    "function_id" TEXT NOT NULL,
    "version" INTEGER,
    "invocation_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "level" TEXT NOT NULL,
    "message" TEXT NOT NULL,

    CONSTRAINT "function_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "function_active_version_id_key" ON "function"("active_version_id");

-- CreateIndex
CREATE UNIQUE INDEX "function_project_id_name_key" ON "function"("project_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "function_version_function_id_number_key" ON "function_version"("function_id", "number");

-- CreateIndex
CREATE INDEX "function_deployment_function_id_created_at_id_idx" ON "function_deployment"("function_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "function_deployment_version_id_idx" ON "function_deployment"("version_id");

-- CreateIndex
CREATE INDEX "function_deployment_status_created_at_idx" ON "function_deployment"("status", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "function_secret_project_id_name_key" ON "function_secret"("project_id", "name");

-- CreateIndex
CREATE INDEX "function_schedule_function_id_idx" ON "function_schedule"("function_id");

-- CreateIndex
CREATE INDEX "function_schedule_next_run_at_idx" ON "function_schedule"("next_run_at");

-- CreateIndex
CREATE INDEX "function_log_function_id_id_idx" ON "function_log"("function_id", "id");

-- CreateIndex
CREATE INDEX "function_log_invocation_id_idx" ON "function_log"("invocation_id");

-- CreateIndex
CREATE INDEX "function_log_at_idx" ON "function_log"("at");

-- AddForeignKey
ALTER TABLE "function" ADD CONSTRAINT "function_active_version_id_fkey" FOREIGN KEY ("active_version_id") REFERENCES "function_version"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function" ADD CONSTRAINT "function_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_version" ADD CONSTRAINT "function_version_function_id_fkey" FOREIGN KEY ("function_id") REFERENCES "function"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_deployment" ADD CONSTRAINT "function_deployment_function_id_fkey" FOREIGN KEY ("function_id") REFERENCES "function"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_deployment" ADD CONSTRAINT "function_deployment_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "function_version"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_secret" ADD CONSTRAINT "function_secret_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_schedule" ADD CONSTRAINT "function_schedule_function_id_fkey" FOREIGN KEY ("function_id") REFERENCES "function"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "function_log" ADD CONSTRAINT "function_log_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "function" ADD CONSTRAINT "function_access_check" CHECK ("access" IN ('public', 'signed-in', 'server'));
ALTER TABLE "function" ADD CONSTRAINT "function_egress_mode_check" CHECK ("egress_mode" IN ('open', 'list', 'none'));
ALTER TABLE "function_deployment" ADD CONSTRAINT "function_deployment_status_check" CHECK ("status" IN ('building', 'active', 'superseded', 'failed'));

-- Only one deployment of a function is in force at a time.
CREATE UNIQUE INDEX "function_deployment_active_key" ON "function_deployment" ("function_id") WHERE "status" = 'active';

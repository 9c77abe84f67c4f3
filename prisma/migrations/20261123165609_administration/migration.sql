-- AlterTable
ALTER TABLE "security_event" ADD COLUMN     "duration_ms" INTEGER;

-- CreateTable
CREATE TABLE "admin_key" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "admin_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "abuse_report" (
    "id" TEXT NOT NULL,
    "severity" TEXT NOT NULL,
    "urgency" SMALLINT NOT NULL,
    "description" TEXT NOT NULL,
    "url" TEXT,
    "reporter_email" TEXT,
    "reported_project_id" TEXT,
    "address" TEXT,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "resolution" TEXT,
    "project_id" TEXT,
    "note" TEXT,
    "resolved_at" TIMESTAMPTZ(3),
    "resolved_by_kind" TEXT,
    "resolved_by_id" TEXT,

    CONSTRAINT "abuse_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_instance" (
    "id" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "sha" TEXT NOT NULL,
    "built_at" TIMESTAMPTZ(3) NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "service_instance_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "admin_key_secret_hash_key" ON "admin_key"("secret_hash");

-- CreateIndex
CREATE INDEX "abuse_report_urgency_received_at_id_idx" ON "abuse_report"("urgency", "received_at", "id");

-- CreateIndex
CREATE INDEX "abuse_report_project_id_idx" ON "abuse_report"("project_id");

-- CreateIndex
CREATE INDEX "abuse_report_reported_project_id_idx" ON "abuse_report"("reported_project_id");

-- CreateIndex
CREATE INDEX "service_instance_started_at_id_idx" ON "service_instance"("started_at", "id");

-- CreateIndex
CREATE INDEX "service_instance_service_started_at_id_idx" ON "service_instance"("service", "started_at", "id");

-- CreateIndex
CREATE INDEX "security_event_created_at_idx" ON "security_event" USING BRIN ("created_at");

-- By hand: what the values may be, and the queue of open reports.
ALTER TABLE "project"
    DROP CONSTRAINT "project_status_check",
    ADD CONSTRAINT "project_status_check" CHECK ("status" IN ('active', 'suspended', 'banned'));
ALTER TABLE "abuse_report"
    ADD CONSTRAINT "abuse_report_severity_check" CHECK ("severity" IN ('csam', 'malware', 'phishing', 'spam', 'tos', 'other')),
    ADD CONSTRAINT "abuse_report_resolution_check" CHECK ("resolution" IN ('no_action', 'warned', 'suspended', 'banned')),
    ADD CONSTRAINT "abuse_report_resolved_check" CHECK (("resolution" IS NULL) = ("resolved_at" IS NULL));
CREATE INDEX "abuse_report_open_idx" ON "abuse_report"("urgency", "received_at", "id") WHERE "resolved_at" IS NULL;

-- AlterTable
ALTER TABLE "database" ADD COLUMN     "restricted_at" TIMESTAMPTZ(3),
ADD COLUMN     "restricted_until" TIMESTAMPTZ(3),
ADD COLUMN     "restriction" TEXT,
ADD COLUMN     "restriction_rule" TEXT;

-- AlterTable
ALTER TABLE "host" ADD COLUMN     "guard_event_id" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "guard_seen_at" TIMESTAMPTZ(3),
ADD COLUMN     "guard_volumes" JSONB;

-- AlterTable
ALTER TABLE "organisation" ADD COLUMN     "database_bytes" BIGINT,
ADD COLUMN     "kept_bytes" BIGINT;

-- CreateTable
CREATE TABLE "host_event" (
    "id" TEXT NOT NULL,
    "host_id" TEXT NOT NULL,
    "guard_id" BIGINT NOT NULL,
    "database_id" TEXT,
    "rule" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "measured" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "host_event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "host_event_database_id_at_idx" ON "host_event"("database_id", "at");

-- CreateIndex
CREATE INDEX "host_event_at_idx" ON "host_event"("at");

-- CreateIndex
CREATE UNIQUE INDEX "host_event_host_id_guard_id_key" ON "host_event"("host_id", "guard_id");

-- AddForeignKey
ALTER TABLE "host_event" ADD CONSTRAINT "host_event_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "host_event" ADD CONSTRAINT "host_event_database_id_fkey" FOREIGN KEY ("database_id") REFERENCES "database"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- By hand
ALTER TABLE "database" ADD CONSTRAINT "database_restriction" CHECK ("restriction" IN ('read_only', 'closed'));
ALTER TABLE "host_event" ADD CONSTRAINT "host_event_act" CHECK ("act" IN ('ended_session', 'made_read_only', 'closed', 'opened', 'warned'));
ALTER TABLE "organisation" ADD CONSTRAINT "organisation_bytes" CHECK ("database_bytes" > 0 AND "kept_bytes" > 0);

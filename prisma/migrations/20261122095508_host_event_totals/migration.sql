-- CreateTable
CREATE TABLE "host_event_total" (
    "host_id" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "act" TEXT NOT NULL,
    "events" INTEGER NOT NULL,

    CONSTRAINT "host_event_total_pkey" PRIMARY KEY ("host_id","rule","act")
);

-- AddForeignKey
ALTER TABLE "host_event_total" ADD CONSTRAINT "host_event_total_host_id_fkey" FOREIGN KEY ("host_id") REFERENCES "host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

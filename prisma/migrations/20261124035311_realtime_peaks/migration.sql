-- CreateTable
CREATE TABLE "realtime_peak" (
    "project_id" TEXT NOT NULL,
    "month" TIMESTAMPTZ(3) NOT NULL,
    "subscriptions" INTEGER NOT NULL,

    CONSTRAINT "realtime_peak_pkey" PRIMARY KEY ("project_id","month")
);

-- AddForeignKey
ALTER TABLE "realtime_peak" ADD CONSTRAINT "realtime_peak_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "usage_hour" (
    "project_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "metric" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "count" BIGINT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "usage_hour_pkey" PRIMARY KEY ("project_id","hour","metric","name")
);

-- CreateIndex
CREATE INDEX "usage_hour_hour_idx" ON "usage_hour"("hour");

-- AddForeignKey
ALTER TABLE "usage_hour" ADD CONSTRAINT "usage_hour_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "sign_in_count" (
    "project_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "outcome" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL,

    CONSTRAINT "sign_in_count_pkey" PRIMARY KEY ("project_id","hour","outcome","method")
);

-- AddForeignKey
ALTER TABLE "sign_in_count" ADD CONSTRAINT "sign_in_count_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "operator_setting" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "changed_by" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "operator_setting_pkey" PRIMARY KEY ("name")
);

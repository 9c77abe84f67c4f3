-- CreateTable
CREATE TABLE "object_store_owner" (
    "singleton" BOOLEAN NOT NULL DEFAULT true,
    "mark" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "object_store_owner_pkey" PRIMARY KEY ("singleton")
);

ALTER TABLE "object_store_owner" ADD CONSTRAINT "object_store_owner_singleton_check" CHECK ("singleton");

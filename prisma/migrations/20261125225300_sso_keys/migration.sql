-- AlterTable
ALTER TABLE "sso_connection"
    ADD COLUMN "private_key" TEXT,
    ADD COLUMN "certificate" TEXT,
    ADD COLUMN "signs_requests" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "requires_encryption" BOOLEAN NOT NULL DEFAULT false;

-- What needs the connection's own key has one.
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_key_check" CHECK (
    ("private_key" IS NULL) = ("certificate" IS NULL)
    AND ("private_key" IS NOT NULL OR NOT ("signs_requests" OR "requires_encryption"))
);

-- AlterTable
ALTER TABLE "sso_connection"
    ADD COLUMN "next_private_key" TEXT,
    ADD COLUMN "next_certificate" TEXT;

-- A key is replaced where there is one.
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_next_key_check" CHECK (
    ("next_private_key" IS NULL) = ("next_certificate" IS NULL)
    AND ("next_private_key" IS NULL OR "private_key" IS NOT NULL)
);

-- A second key that takes over once its record is seen, and the selector of the one before.
ALTER TABLE "sender_domain"
    ADD COLUMN "next_selector" TEXT,
    ADD COLUMN "next_public_key" TEXT,
    ADD COLUMN "next_private_key" TEXT,
    ADD COLUMN "old_selector" TEXT,
    ADD COLUMN "rotated_at" TIMESTAMPTZ(3),
    ADD CONSTRAINT "sender_domain_next_check" CHECK (
        ("next_selector" IS NULL) = ("next_public_key" IS NULL)
        AND ("next_selector" IS NULL) = ("next_private_key" IS NULL)
    );

-- AlterTable
ALTER TABLE "sender_domain" ADD COLUMN "findings" JSONB;

-- A domain is one project's once it is proven: of several, the one that proved it first keeps it.
UPDATE "sender_domain" later SET "verified_at" = NULL
WHERE later."verified_at" IS NOT NULL AND EXISTS (
  SELECT FROM "sender_domain" first
  WHERE first."domain" = later."domain" AND first."verified_at" IS NOT NULL
    AND (first."verified_at", first."project_id") < (later."verified_at", later."project_id")
);

CREATE UNIQUE INDEX "sender_domain_proven_key" ON "sender_domain" ("domain") WHERE "verified_at" IS NOT NULL;

-- AlterTable
ALTER TABLE "database" ADD COLUMN     "created_by_id" TEXT,
ADD COLUMN     "last_active_at" TIMESTAMPTZ(0);

-- Who created each is in the audit log.
UPDATE "database" d SET "created_by_id" = e."actor_id"
FROM "audit_event" e
WHERE e."organisation_id" = d."organisation_id" AND e."target_id" = d."id"
  AND e."action" IN ('database.create', 'database.branch');

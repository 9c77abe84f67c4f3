-- DropIndex
DROP INDEX "security_event_project_id_created_at_idx";

-- DropIndex
DROP INDEX "security_event_user_id_created_at_idx";

-- CreateIndex
CREATE INDEX "security_event_project_id_created_at_id_idx" ON "security_event"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "security_event_project_id_kind_created_at_id_idx" ON "security_event"("project_id", "kind", "created_at", "id");

-- CreateIndex
CREATE INDEX "security_event_project_id_request_id_idx" ON "security_event"("project_id", "request_id");

-- Filters that few events fit, each in the order of the log: a page is a range of one of these.
CREATE INDEX "security_event_refused_idx" ON "security_event" ("project_id", "created_at", "id") WHERE "outcome" = 'refused';
CREATE INDEX "security_event_user_idx" ON "security_event" ("project_id", "user_id", "created_at", "id")
  WHERE "user_id" IS NOT NULL;
CREATE INDEX "security_event_reason_idx" ON "security_event" ("project_id", "reason", "created_at", "id")
  WHERE "reason" IS NOT NULL;
CREATE INDEX "security_event_address_idx" ON "security_event" ("project_id", "address", "created_at", "id")
  WHERE "address" IS NOT NULL;
-- The address that was typed, also where no user has it, and the way to sign in.
CREATE INDEX "security_event_email_idx" ON "security_event" ("project_id", ("data" ->> 'email'), "created_at", "id")
  WHERE ("data" ->> 'email') IS NOT NULL;
CREATE INDEX "security_event_method_idx"
  ON "security_event" ("project_id", (coalesce("data" ->> 'factor', "data" ->> 'provider')), "created_at", "id")
  WHERE coalesce("data" ->> 'factor', "data" ->> 'provider') IS NOT NULL;

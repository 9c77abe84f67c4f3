-- AlterTable
ALTER TABLE "user_session" ADD COLUMN     "active_organisation_id" TEXT;

-- CreateTable
CREATE TABLE "user_organisation" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "logo" TEXT,
    "metadata" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_organisation_member" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_organisation_member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_organisation_invitation" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "inviter_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_organisation_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "user_organisation_project_id_created_at_id_idx" ON "user_organisation"("project_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "user_organisation_project_id_slug_key" ON "user_organisation"("project_id", "slug");

-- CreateIndex
CREATE INDEX "user_organisation_member_user_id_idx" ON "user_organisation_member"("user_id");

-- CreateIndex
CREATE INDEX "user_organisation_member_organisation_id_created_at_id_idx" ON "user_organisation_member"("organisation_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "user_organisation_member_organisation_id_user_id_key" ON "user_organisation_member"("organisation_id", "user_id");

-- CreateIndex
CREATE INDEX "user_organisation_invitation_organisation_id_created_at_idx" ON "user_organisation_invitation"("organisation_id", "created_at");

-- CreateIndex
CREATE INDEX "user_organisation_invitation_project_id_email_idx" ON "user_organisation_invitation"("project_id", "email");

-- CreateIndex
CREATE INDEX "user_organisation_invitation_inviter_id_idx" ON "user_organisation_invitation"("inviter_id");

-- CreateIndex
CREATE INDEX "user_organisation_invitation_expires_at_idx" ON "user_organisation_invitation"("expires_at");

-- CreateIndex
CREATE INDEX "user_session_active_organisation_id_idx" ON "user_session"("active_organisation_id");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_active_organisation_id_fkey" FOREIGN KEY ("active_organisation_id") REFERENCES "user_organisation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_organisation" ADD CONSTRAINT "user_organisation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_organisation_member" ADD CONSTRAINT "user_organisation_member_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "user_organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_organisation_member" ADD CONSTRAINT "user_organisation_member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_organisation_invitation" ADD CONSTRAINT "user_organisation_invitation_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "user_organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_organisation_invitation" ADD CONSTRAINT "user_organisation_invitation_inviter_id_fkey" FOREIGN KEY ("inviter_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "user_organisation_member" ADD CONSTRAINT "user_organisation_member_role" CHECK ("role" IN ('owner', 'admin', 'member'));
ALTER TABLE "user_organisation_invitation" ADD CONSTRAINT "user_organisation_invitation_role" CHECK ("role" IN ('owner', 'admin', 'member'));
ALTER TABLE "user_organisation_invitation" ADD CONSTRAINT "user_organisation_invitation_status"
  CHECK ("status" IN ('pending', 'accepted', 'rejected', 'canceled'));

-- An address has one invitation at a time.
CREATE UNIQUE INDEX "user_organisation_invitation_pending" ON "user_organisation_invitation" ("organisation_id", "email")
  WHERE "status" = 'pending';

-- Webhook events, as those of users and sessions.

CREATE FUNCTION "webhook_of_user_organisation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type TEXT := CASE TG_OP WHEN 'INSERT' THEN 'organization.created' WHEN 'UPDATE' THEN 'organization.updated'
    ELSE 'organization.deleted' END;
  changed "user_organisation" := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF wants_webhook(changed."project_id", event_type) THEN
    PERFORM add_webhook_event(changed."project_id", event_type, json_build_object('id', changed."id",
      'name', changed."name", 'slug', changed."slug", 'logo', changed."logo", 'metadata', changed."metadata",
      'createdAt', webhook_moment(changed."created_at")));
  END IF;
  RETURN NULL;
END;
$$;

-- With the organisation go its members, of whom its own event tells.
CREATE FUNCTION "webhook_of_user_organisation_member"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type TEXT := CASE TG_OP WHEN 'INSERT' THEN 'organization_member.added'
    WHEN 'UPDATE' THEN 'organization_member.role_changed' ELSE 'organization_member.removed' END;
  changed "user_organisation_member" := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF wants_webhook(changed."project_id", event_type)
    AND EXISTS (SELECT FROM "user_organisation" "o" WHERE "o"."id" = changed."organisation_id") THEN
    PERFORM add_webhook_event(changed."project_id", event_type, json_build_object('id', changed."id",
      'organizationId', changed."organisation_id", 'userId', changed."user_id", 'role', changed."role",
      'createdAt', webhook_moment(changed."created_at")));
  END IF;
  RETURN NULL;
END;
$$;

CREATE FUNCTION "webhook_of_user_organisation_invitation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type TEXT := 'organization_invitation.' || CASE NEW."status" WHEN 'pending' THEN 'created' ELSE NEW."status" END;
BEGIN
  IF wants_webhook(NEW."project_id", event_type) THEN
    PERFORM add_webhook_event(NEW."project_id", event_type, json_build_object('id', NEW."id",
      'organizationId', NEW."organisation_id", 'email', NEW."email", 'role', NEW."role", 'inviterId', NEW."inviter_id",
      'expiresAt', webhook_moment(NEW."expires_at")));
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "webhook_of_user_organisation" AFTER INSERT OR DELETE ON "user_organisation"
  FOR EACH ROW EXECUTE FUNCTION "webhook_of_user_organisation"();
CREATE TRIGGER "webhook_of_changed_user_organisation" AFTER UPDATE ON "user_organisation" FOR EACH ROW
  WHEN ((OLD."name", OLD."slug", OLD."logo", OLD."metadata")
    IS DISTINCT FROM (NEW."name", NEW."slug", NEW."logo", NEW."metadata"))
  EXECUTE FUNCTION "webhook_of_user_organisation"();
CREATE TRIGGER "webhook_of_user_organisation_member" AFTER INSERT OR DELETE ON "user_organisation_member"
  FOR EACH ROW EXECUTE FUNCTION "webhook_of_user_organisation_member"();
CREATE TRIGGER "webhook_of_changed_user_organisation_member" AFTER UPDATE ON "user_organisation_member" FOR EACH ROW
  WHEN (OLD."role" IS DISTINCT FROM NEW."role") EXECUTE FUNCTION "webhook_of_user_organisation_member"();
CREATE TRIGGER "webhook_of_user_organisation_invitation" AFTER INSERT ON "user_organisation_invitation"
  FOR EACH ROW EXECUTE FUNCTION "webhook_of_user_organisation_invitation"();
CREATE TRIGGER "webhook_of_answered_user_organisation_invitation" AFTER UPDATE ON "user_organisation_invitation"
  FOR EACH ROW WHEN (OLD."status" IS DISTINCT FROM NEW."status")
  EXECUTE FUNCTION "webhook_of_user_organisation_invitation"();

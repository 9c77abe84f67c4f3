-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_attempt" (
    "id" TEXT NOT NULL,
    "delivery_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "failure" TEXT,
    "answer" TEXT,

    CONSTRAINT "webhook_attempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_endpoint_project_id_created_at_idx" ON "webhook_endpoint"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_event_project_id_idx" ON "webhook_event"("project_id");

-- CreateIndex
CREATE INDEX "webhook_event_created_at_idx" ON "webhook_event"("created_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_created_at_id_idx" ON "webhook_delivery"("endpoint_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "webhook_delivery_event_id_idx" ON "webhook_delivery"("event_id");

-- CreateIndex
CREATE INDEX "webhook_delivery_status_due_at_idx" ON "webhook_delivery"("status", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_endpoint_id_event_id_key" ON "webhook_delivery"("endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempt_delivery_id_at_idx" ON "webhook_attempt"("delivery_id", "at");

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempt" ADD CONSTRAINT "webhook_attempt_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_status" CHECK ("status" IN ('enabled', 'disabled'));
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_status" CHECK ("status" IN ('pending', 'delivered', 'failed'));

-- Events are written by triggers, so that no way of changing a user or a session leaves them out. A project without an
-- endpoint pays for one look into an index.

CREATE FUNCTION "webhook_moment"("moment" TIMESTAMPTZ) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT to_char("moment" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
$$;

-- 80 random bits: the version and variant of a UUID are left out.
CREATE FUNCTION "webhook_id"("prefix" TEXT) RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT "prefix" || left(replace(gen_random_uuid()::text, '-', ''), 12) || right(gen_random_uuid()::text, 8);
$$;

-- A project that is being deleted is gone before its users are.
CREATE FUNCTION "wants_webhook"("of_project" TEXT, "of_type" TEXT) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "webhook_endpoint" "e" JOIN "project" "p" ON "p"."id" = "e"."project_id"
    WHERE "e"."project_id" = "of_project" AND "e"."status" = 'enabled'
      AND (cardinality("e"."events") = 0 OR "of_type" = ANY ("e"."events")));
$$;

CREATE FUNCTION "add_webhook_event"("of_project" TEXT, "of_type" TEXT, "data" JSON) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  moment TIMESTAMPTZ(3) := clock_timestamp();
  event TEXT := webhook_id('msg_');
  delivery TEXT;
BEGIN
  INSERT INTO "webhook_event" ("id", "project_id", "type", "body", "created_at")
  VALUES (event, "of_project", "of_type",
    json_build_object('type', "of_type", 'timestamp', webhook_moment(moment), 'data', "data")::text, moment);
  FOR delivery IN
    INSERT INTO "webhook_delivery" ("id", "project_id", "endpoint_id", "event_id", "due_at", "created_at")
    SELECT webhook_id('whd_'), "of_project", "e"."id", event, moment, moment FROM "webhook_endpoint" "e"
    WHERE "e"."project_id" = "of_project" AND "e"."status" = 'enabled'
      AND (cardinality("e"."events") = 0 OR "of_type" = ANY ("e"."events"))
    ORDER BY "e"."id" RETURNING "id"
  LOOP
    PERFORM graphile_worker.add_job('deliver-webhook', json_build_object('deliveryId', delivery),
      job_key => 'deliver-webhook:' || delivery, max_attempts => 10);
  END LOOP;
END;
$$;

CREATE FUNCTION "webhook_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type TEXT := CASE TG_OP WHEN 'INSERT' THEN 'user.created' WHEN 'UPDATE' THEN 'user.updated' ELSE 'user.deleted' END;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF wants_webhook(OLD."project_id", event_type) THEN
      PERFORM add_webhook_event(OLD."project_id", event_type, json_build_object('id', OLD."id", 'email', OLD."email"));
    END IF;
  ELSIF wants_webhook(NEW."project_id", event_type) THEN
    PERFORM add_webhook_event(NEW."project_id", event_type, json_build_object('id', NEW."id", 'email', NEW."email",
      'emailVerified', NEW."email_verified", 'name', NEW."name", 'image', NEW."image",
      'twoFactorEnabled', NEW."two_factor_enabled", 'isTestUser', NEW."is_test_user",
      'bannedAt', webhook_moment(NEW."banned_at"), 'createdAt', webhook_moment(NEW."created_at"),
      'updatedAt', webhook_moment(NEW."updated_at")));
  END IF;
  RETURN NULL;
END;
$$;

CREATE FUNCTION "webhook_of_session"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF wants_webhook(NEW."project_id", 'session.created') THEN
      PERFORM add_webhook_event(NEW."project_id", 'session.created', json_build_object('id', NEW."id",
        'userId', NEW."user_id", 'factors', NEW."factors", 'ipAddress', NEW."ip_address", 'userAgent', NEW."user_agent",
        'createdAt', webhook_moment(NEW."created_at"), 'expiresAt', webhook_moment(NEW."expires_at")));
    END IF;
  ELSIF wants_webhook(OLD."project_id", 'session.ended') THEN
    PERFORM add_webhook_event(OLD."project_id", 'session.ended', json_build_object('id', OLD."id",
      'userId', OLD."user_id", 'createdAt', webhook_moment(OLD."created_at"),
      'expiresAt', webhook_moment(OLD."expires_at")));
  END IF;
  RETURN NULL;
END;
$$;

CREATE FUNCTION "webhook_of_security_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  event_type TEXT := CASE NEW."kind" WHEN 'passkey.add' THEN 'passkey.added' WHEN 'passkey.remove' THEN 'passkey.removed'
    WHEN 'two_factor.enable' THEN 'two_factor.enabled' WHEN 'two_factor.disable' THEN 'two_factor.disabled'
    ELSE 'password.changed' END;
BEGIN
  IF wants_webhook(NEW."project_id", event_type) THEN
    PERFORM add_webhook_event(NEW."project_id", event_type, json_build_object('userId', NEW."user_id"));
  END IF;
  RETURN NULL;
END;
$$;

CREATE TRIGGER "webhook_of_user" AFTER INSERT OR DELETE ON "end_user"
  FOR EACH ROW EXECUTE FUNCTION "webhook_of_user"();
CREATE TRIGGER "webhook_of_changed_user" AFTER UPDATE ON "end_user" FOR EACH ROW
  WHEN ((OLD."email", OLD."email_verified", OLD."name", OLD."image", OLD."two_factor_enabled", OLD."banned_at")
    IS DISTINCT FROM (NEW."email", NEW."email_verified", NEW."name", NEW."image", NEW."two_factor_enabled", NEW."banned_at"))
  EXECUTE FUNCTION "webhook_of_user"();
CREATE TRIGGER "webhook_of_session" AFTER INSERT OR DELETE ON "user_session"
  FOR EACH ROW EXECUTE FUNCTION "webhook_of_session"();
CREATE TRIGGER "webhook_of_security_event" AFTER INSERT ON "security_event" FOR EACH ROW
  WHEN (NEW."outcome" = 'accepted' AND NEW."kind" IN ('password.set', 'password.change', 'password.reset', 'passkey.add',
    'passkey.remove', 'two_factor.enable', 'two_factor.disable'))
  EXECUTE FUNCTION "webhook_of_security_event"();

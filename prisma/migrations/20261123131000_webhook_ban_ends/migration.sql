-- A user's events say when a ban ends.
CREATE OR REPLACE FUNCTION "webhook_of_user"() RETURNS trigger LANGUAGE plpgsql AS $$
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
      'publicMetadata', NEW."public_metadata", 'privateMetadata', NEW."private_metadata",
      'bannedAt', webhook_moment(NEW."banned_at"), 'bannedUntil', webhook_moment(NEW."banned_until"),
      'createdAt', webhook_moment(NEW."created_at"), 'updatedAt', webhook_moment(NEW."updated_at")));
  END IF;
  RETURN NULL;
END;
$$;

-- An import without events calls no trigger: it writes thousands of rows in a transaction.
DROP TRIGGER "webhook_of_user" ON "end_user";
CREATE TRIGGER "webhook_of_user" AFTER INSERT OR DELETE ON "end_user" FOR EACH ROW
  WHEN (current_setting('coppice.webhooks', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION "webhook_of_user"();

DROP TRIGGER "webhook_of_changed_user" ON "end_user";
CREATE TRIGGER "webhook_of_changed_user" AFTER UPDATE ON "end_user" FOR EACH ROW
  WHEN (current_setting('coppice.webhooks', true) IS DISTINCT FROM 'off'
    AND (OLD."email", OLD."email_verified", OLD."name", OLD."image", OLD."two_factor_enabled", OLD."banned_at",
      OLD."banned_until", OLD."public_metadata", OLD."private_metadata")
    IS DISTINCT FROM (NEW."email", NEW."email_verified", NEW."name", NEW."image", NEW."two_factor_enabled",
      NEW."banned_at", NEW."banned_until", NEW."public_metadata", NEW."private_metadata"))
  EXECUTE FUNCTION "webhook_of_user"();

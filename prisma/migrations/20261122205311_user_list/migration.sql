-- AlterTable
ALTER TABLE "end_user" ADD COLUMN "last_sign_in_at" TIMESTAMPTZ(3);
UPDATE "end_user" SET "last_sign_in_at" = s."at"
FROM (SELECT "user_id", max("signed_in_at") AS "at" FROM "user_session" GROUP BY 1) s
WHERE s."user_id" = "end_user"."id";

-- CreateIndex
CREATE INDEX "end_user_project_id_created_at_id_idx" ON "end_user"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "end_user_project_id_last_sign_in_at_id_idx" ON "end_user"("project_id", "last_sign_in_at", "id");

-- CreateIndex
CREATE INDEX "user_account_project_id_provider_id_created_at_id_idx" ON "user_account"("project_id", "provider_id", "created_at", "id");

-- A search reads a range of one of these. Their order is that of bytes, so that a prefix is a range in every locale.
CREATE INDEX "end_user_email_search_idx" ON "end_user" ("project_id", lower("email") COLLATE "C", "id");
CREATE INDEX "end_user_name_search_idx" ON "end_user" ("project_id", lower("name") COLLATE "C", "id");
-- The last word of a name that has several.
CREATE INDEX "end_user_last_name_search_idx"
  ON "end_user" ("project_id", lower(substring("name" from '[^ ]+ *$')) COLLATE "C", "id") WHERE "name" LIKE '% %';
CREATE INDEX "end_user_banned_idx" ON "end_user" ("project_id", "created_at", "id") WHERE "banned_at" IS NOT NULL;

ALTER TABLE "end_user"
    ADD COLUMN "banned_until" TIMESTAMPTZ(3),
    ADD CONSTRAINT "end_user_banned_until_check" CHECK ("banned_until" IS NULL OR "banned_at" IS NOT NULL);

-- Finds the bans that are due among any number of users.
CREATE INDEX "end_user_banned_until_idx" ON "end_user" ("banned_until") WHERE "banned_until" IS NOT NULL;

ALTER TABLE "user_session" ADD COLUMN "signed_in_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
UPDATE "user_session" SET "signed_in_at" = "created_at";

-- The list of unverified users is read in this order; most users of most projects are verified.
CREATE INDEX "end_user_unverified_idx" ON "end_user" ("project_id", "created_at", "id") WHERE NOT "email_verified";

-- DropIndex
DROP INDEX "member_email_idx";

-- DropIndex
DROP INDEX "member_organisation_id_email_key";

-- AlterTable
ALTER TABLE "project" ADD COLUMN     "built_in_as" TEXT,
ALTER COLUMN "organisation_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "member" ADD COLUMN     "user_id" TEXT;

-- Members become accounts of the dashboard's own project, each address once. An address that the sign-in refuses, such
-- as owner@localhost, gets a domain. A password stays what it is, since the hashes are of the same kind. Who had one was
-- added by the operator, who vouches for the address. The others prove theirs at their first sign-in.
-- An id is a prefix and 20 characters, here of a SHA-256 over 244 random bits. One statement, so that all of it holds or
-- nothing.
WITH address AS (
  SELECT "id" AS member_id, "password_hash", "created_at", CASE
    WHEN "email" ~* '^(?!\.)(?!.*\.\.)[a-z0-9_''+.-]*[a-z0-9_+-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$' THEN "email"
    WHEN "email" LIKE '%@localhost' THEN split_part("email", '@', 1) || '@coppice.localhost'
    ELSE "email" || '.localhost'
  END AS email
  FROM "member"
), project AS MATERIALIZED (
  SELECT 'p_' || left(encode(sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 'hex'), 20) AS id
  WHERE EXISTS (SELECT FROM "member")
), account AS MATERIALIZED (
  SELECT DISTINCT ON (email) email, password_hash, created_at, project.id AS project_id,
    'usr_' || left(encode(sha256((gen_random_uuid()::text || member_id)::bytea), 'hex'), 20) AS id
  FROM address, project
  ORDER BY email, password_hash IS NULL, created_at, member_id
), made_project AS (
  INSERT INTO "project" ("id", "organisation_id", "name", "built_in_as", "settings")
  SELECT id, NULL, 'dashboard', 'dashboard', '{}' FROM project
), made_users AS (
  INSERT INTO "end_user" ("id", "project_id", "email", "email_verified", "name", "created_at")
  SELECT id, project_id, email, password_hash IS NOT NULL, '', created_at FROM account
), made_credentials AS (
  INSERT INTO "user_account"
    ("id", "project_id", "user_id", "provider_id", "account_id", "password_hash", "password_set_at")
  SELECT 'acc_' || substr(id, 5), project_id, id, 'credential', id, password_hash, created_at
  FROM account WHERE password_hash IS NOT NULL
)
UPDATE "member" SET "user_id" = account.id
FROM address JOIN account USING (email)
WHERE "member"."id" = address.member_id;

-- AlterTable
ALTER TABLE "member" DROP COLUMN "email",
DROP COLUMN "password_hash",
ALTER COLUMN "user_id" SET NOT NULL;

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "account_deletion" (
    "user_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_deletion_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_organisation_id_email_key" ON "invitation"("organisation_id", "email");

-- CreateIndex
CREATE INDEX "account_deletion_due_at_idx" ON "account_deletion"("due_at");

-- CreateIndex
CREATE INDEX "member_user_id_idx" ON "member"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_organisation_id_user_id_key" ON "member"("organisation_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "project_built_in_as_key" ON "project"("built_in_as");

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_deletion" ADD CONSTRAINT "account_deletion_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

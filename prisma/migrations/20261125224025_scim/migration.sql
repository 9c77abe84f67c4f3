-- AlterTable
ALTER TABLE "end_user" ADD COLUMN     "deactivated_by" TEXT;

-- AlterTable
ALTER TABLE "sso_connection" ADD COLUMN     "user_organisation_id" TEXT;

-- AlterTable
ALTER TABLE "user_organisation_member" ADD COLUMN     "managed_by" TEXT;

-- CreateTable
CREATE TABLE "scim_token" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "last_used_address" TEXT,

    CONSTRAINT "scim_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_user" (
    "connection_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "user_name" TEXT NOT NULL,
    "external_id" TEXT,
    "is_active" BOOLEAN NOT NULL,
    "attributes" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_user_pkey" PRIMARY KEY ("connection_id","user_id")
);

-- CreateTable
CREATE TABLE "scim_group" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "external_id" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_group_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scim_group_member" (
    "group_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,

    CONSTRAINT "scim_group_member_pkey" PRIMARY KEY ("group_id","user_id")
);

-- CreateTable
CREATE TABLE "scim_role" (
    "connection_id" TEXT NOT NULL,
    "group_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "scim_role_pkey" PRIMARY KEY ("connection_id","group_name")
);

-- CreateTable
CREATE TABLE "scim_refusal" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scim_refusal_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_token_secret_hash_key" ON "scim_token"("secret_hash");

-- CreateIndex
CREATE INDEX "scim_token_connection_id_created_at_id_idx" ON "scim_token"("connection_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "scim_user_user_id_idx" ON "scim_user"("user_id");

-- CreateIndex
CREATE INDEX "scim_user_connection_id_created_at_user_id_idx" ON "scim_user"("connection_id", "created_at", "user_id");

-- CreateIndex
CREATE INDEX "scim_group_connection_id_created_at_id_idx" ON "scim_group"("connection_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "scim_group_member_connection_id_user_id_idx" ON "scim_group_member"("connection_id", "user_id");

-- CreateIndex
CREATE INDEX "scim_refusal_connection_id_created_at_id_idx" ON "scim_refusal"("connection_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "sso_connection_user_organisation_id_idx" ON "sso_connection"("user_organisation_id");

-- AddForeignKey
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_user_organisation_id_fkey" FOREIGN KEY ("user_organisation_id") REFERENCES "user_organisation"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_token" ADD CONSTRAINT "scim_token_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_user" ADD CONSTRAINT "scim_user_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_user" ADD CONSTRAINT "scim_user_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group" ADD CONSTRAINT "scim_group_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "scim_group"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_group_member" ADD CONSTRAINT "scim_group_member_connection_id_user_id_fkey" FOREIGN KEY ("connection_id", "user_id") REFERENCES "scim_user"("connection_id", "user_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_role" ADD CONSTRAINT "scim_role_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "scim_refusal" ADD CONSTRAINT "scim_refusal_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names are unique in a connection, whatever their case (RFC 7643 section 4.1.1; Entra matches groups by name).
CREATE UNIQUE INDEX "scim_user_name_key" ON "scim_user" ("connection_id", lower("user_name"));
CREATE UNIQUE INDEX "scim_user_external_id_key" ON "scim_user" ("connection_id", "external_id") WHERE "external_id" IS NOT NULL;
CREATE UNIQUE INDEX "scim_group_name_key" ON "scim_group" ("connection_id", lower("display_name"));
CREATE INDEX "scim_group_external_id_idx" ON "scim_group" ("connection_id", "external_id") WHERE "external_id" IS NOT NULL;

-- Owners are people: a directory neither makes nor removes them.
ALTER TABLE "scim_role" ADD CONSTRAINT "scim_role_role_check" CHECK ("role" IN ('admin', 'member'));
-- Only who is banned can have been deactivated.
ALTER TABLE "end_user" ADD CONSTRAINT "end_user_deactivated_check" CHECK ("deactivated_by" IS NULL OR "banned_at" IS NOT NULL);

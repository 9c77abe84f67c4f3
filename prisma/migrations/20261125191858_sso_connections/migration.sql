-- CreateTable
CREATE TABLE "sso_connection" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "is_enabled" BOOLEAN NOT NULL DEFAULT false,
    "creates_users" BOOLEAN NOT NULL DEFAULT true,
    "starts_at_provider" BOOLEAN NOT NULL DEFAULT false,
    "entity_id" TEXT,
    "sign_in_url" TEXT,
    "certificates" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sso_domain" (
    "connection_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "proof" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3),
    "verified_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_domain_pkey" PRIMARY KEY ("connection_id","domain")
);

-- CreateIndex
CREATE INDEX "sso_connection_project_id_created_at_id_idx" ON "sso_connection"("project_id", "created_at", "id");

-- AddForeignKey
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_domain" ADD CONSTRAINT "sso_domain_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An identity provider is set whole or not at all, and only a whole one signs people in.
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_provider_check" CHECK (
  ("entity_id" IS NULL) = ("sign_in_url" IS NULL) AND ("entity_id" IS NULL) = (cardinality("certificates") = 0)
);
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_enabled_check" CHECK (NOT "is_enabled" OR "entity_id" IS NOT NULL);

-- A proven domain leads to one connection of the project.
CREATE UNIQUE INDEX "sso_domain_proven_key" ON "sso_domain" ("project_id", "domain") WHERE "verified_at" IS NOT NULL;

ALTER TABLE "flow"
    DROP CONSTRAINT "flow_kind_check",
    ADD CONSTRAINT "flow_kind_check" CHECK (
        "kind" IN (
            'passkey-registration', 'passkey-authentication', 'social', 'sso', 'two-factor', 'magic-link',
            'email-verification', 'provider-trial', 'provider-trial-report'
        )
    );

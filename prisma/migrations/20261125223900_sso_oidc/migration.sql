-- AlterTable
ALTER TABLE "sso_connection"
    ADD COLUMN "issuer" TEXT,
    ADD COLUMN "client_id" TEXT,
    ADD COLUMN "client_secret" TEXT,
    ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "authentication" TEXT;

-- A connection has the identity provider of its protocol, whole or not at all.
ALTER TABLE "sso_connection"
    ADD CONSTRAINT "sso_connection_protocol_check" CHECK (
        ("protocol" = 'saml' AND "issuer" IS NULL) OR ("protocol" = 'oidc' AND "entity_id" IS NULL)
    ),
    ADD CONSTRAINT "sso_connection_client_check" CHECK (
        ("issuer" IS NULL) = ("client_id" IS NULL) AND ("issuer" IS NULL) = ("client_secret" IS NULL)
    ),
    DROP CONSTRAINT "sso_connection_enabled_check",
    ADD CONSTRAINT "sso_connection_enabled_check" CHECK (
        NOT "is_enabled" OR "entity_id" IS NOT NULL OR "issuer" IS NOT NULL
    );

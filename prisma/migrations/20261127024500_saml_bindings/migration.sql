-- How an identity provider takes requests and logout messages, and until when its metadata holds.
ALTER TABLE "sso_connection"
    ADD COLUMN "sign_in_binding" TEXT NOT NULL DEFAULT 'redirect',
    ADD COLUMN "sign_out_binding" TEXT NOT NULL DEFAULT 'redirect',
    ADD COLUMN "metadata_valid_until" TIMESTAMPTZ(3),
    ADD CONSTRAINT "sso_connection_sign_in_binding_check" CHECK ("sign_in_binding" IN ('redirect', 'post')),
    ADD CONSTRAINT "sso_connection_sign_out_binding_check" CHECK ("sign_out_binding" IN ('redirect', 'post'));

-- CreateTable
CREATE TABLE "sso_set_up_link" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "token_hash" BYTEA,
    "cookie_hash" BYTEA,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),

    CONSTRAINT "sso_set_up_link_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sso_set_up_link_token_hash_key" ON "sso_set_up_link"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "sso_set_up_link_cookie_hash_key" ON "sso_set_up_link"("cookie_hash");

-- CreateIndex
CREATE INDEX "sso_set_up_link_connection_id_idx" ON "sso_set_up_link"("connection_id");

-- AddForeignKey
ALTER TABLE "sso_set_up_link" ADD CONSTRAINT "sso_set_up_link_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

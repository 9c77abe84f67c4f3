-- CreateTable
CREATE TABLE "device_grant" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "user_id" TEXT,
    "session_id" TEXT,
    "device_code_hash" BYTEA NOT NULL,
    "user_code_mac" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT '',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "interval_seconds" INTEGER NOT NULL,
    "last_polled_at" TIMESTAMPTZ(3),
    "ip_address" TEXT NOT NULL DEFAULT '',
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "device_grant_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "device_grant_device_code_hash_key" ON "device_grant"("device_code_hash");

-- CreateIndex
CREATE INDEX "device_grant_user_id_idx" ON "device_grant"("user_id");

-- CreateIndex
CREATE INDEX "device_grant_expires_at_idx" ON "device_grant"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "device_grant_project_id_user_code_mac_key" ON "device_grant"("project_id", "user_code_mac");

-- AddForeignKey
ALTER TABLE "device_grant" ADD CONSTRAINT "device_grant_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "device_grant" ADD CONSTRAINT "device_grant_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

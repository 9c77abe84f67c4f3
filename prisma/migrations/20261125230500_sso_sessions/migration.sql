-- AlterTable
ALTER TABLE "sso_connection" ADD COLUMN "sign_out_url" TEXT;

-- AlterTable
ALTER TABLE "user_session" ADD COLUMN "sso_session_id" TEXT;

-- CreateTable
CREATE TABLE "sso_session" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "connection_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "name_id_format" TEXT,
    "session_index" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_session_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sso_session_connection_id_subject_idx" ON "sso_session"("connection_id", "subject");

-- CreateIndex
CREATE INDEX "sso_session_connection_id_session_index_idx" ON "sso_session"("connection_id", "session_index");

-- CreateIndex
CREATE INDEX "sso_session_user_id_idx" ON "sso_session"("user_id");

-- CreateIndex
CREATE INDEX "sso_session_created_at_idx" ON "sso_session"("created_at");

-- CreateIndex
CREATE INDEX "user_session_sso_session_id_idx" ON "user_session"("sso_session_id");

-- AddForeignKey
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_sso_session_id_fkey" FOREIGN KEY ("sso_session_id") REFERENCES "sso_session"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_session" ADD CONSTRAINT "sso_session_connection_id_fkey" FOREIGN KEY ("connection_id") REFERENCES "sso_connection"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sso_session" ADD CONSTRAINT "sso_session_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "end_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

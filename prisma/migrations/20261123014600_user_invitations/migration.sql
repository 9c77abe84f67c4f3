-- CreateTable
CREATE TABLE "user_invitation" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "redirect_to" TEXT,
    "locale" TEXT NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_invitation_token_hash_key" ON "user_invitation"("token_hash");

-- CreateIndex
CREATE INDEX "user_invitation_project_id_created_at_id_idx" ON "user_invitation"("project_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "user_invitation_expires_at_idx" ON "user_invitation"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "user_invitation_project_id_email_key" ON "user_invitation"("project_id", "email");

-- AddForeignKey
ALTER TABLE "user_invitation" ADD CONSTRAINT "user_invitation_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "mail_message" ADD COLUMN "bounce_code" TEXT;

-- CreateTable
CREATE TABLE "bouncing_address" (
    "project_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bouncing_address_pkey" PRIMARY KEY ("project_id","address")
);

-- AddForeignKey
ALTER TABLE "bouncing_address" ADD CONSTRAINT "bouncing_address_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mail_message" DROP CONSTRAINT "mail_message_status_check";
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_status_check"
  CHECK ("status" IN ('queued', 'sent', 'failed', 'bounced', 'suppressed', 'expired'));

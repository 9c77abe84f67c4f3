-- AlterTable
ALTER TABLE "sso_connection" ADD COLUMN     "member_role" TEXT NOT NULL DEFAULT 'viewer',
ADD COLUMN     "organisation_id" TEXT;

-- CreateIndex
CREATE INDEX "sso_connection_organisation_id_idx" ON "sso_connection"("organisation_id");

-- AddForeignKey
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An identity provider makes nobody an admin or owner.
ALTER TABLE "sso_connection" ADD CONSTRAINT "sso_connection_member_role_check" CHECK ("member_role" IN ('viewer', 'developer'));

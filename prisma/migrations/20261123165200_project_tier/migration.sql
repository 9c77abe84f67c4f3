-- AlterTable
ALTER TABLE "project" ADD COLUMN     "tier" TEXT NOT NULL DEFAULT 'free';

-- A project of the service itself has no organisation, and the limits of the largest plan.
UPDATE "project" SET "tier" = coalesce(
  (SELECT "organisation"."plan" FROM "organisation" WHERE "organisation"."id" = "project"."organisation_id"), 'team');

ALTER TABLE "project" ADD CONSTRAINT "project_tier" CHECK ("tier" IN ('free', 'pro', 'team'));

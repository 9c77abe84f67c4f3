-- AlterTable
ALTER TABLE "operation" ADD COLUMN     "target_host_id" TEXT;

ALTER TABLE "operation" DROP CONSTRAINT "operation_kind_check";
ALTER TABLE "operation" ADD CONSTRAINT "operation_kind_check"
  CHECK ("kind" IN ('create', 'branch', 'rotate', 'delete', 'close', 'bring-back', 'restore-point', 'restore', 'delete-restore-point', 'move', 'clear'));

-- AlterTable
ALTER TABLE "bucket" ADD COLUMN     "presets" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "transforms" TEXT NOT NULL DEFAULT 'off';

-- What new buckets begin with.
UPDATE "bucket" SET
  "transforms" = CASE WHEN "is_public" THEN 'presets' ELSE 'off' END,
  "presets" = '{
    "thumbnail": {"w": 160, "h": 160, "fit": "cover", "format": "auto", "q": 80},
    "small": {"w": 320, "fit": "inside", "format": "auto", "q": 80},
    "medium": {"w": 640, "fit": "inside", "format": "auto", "q": 80},
    "large": {"w": 1280, "fit": "inside", "format": "auto", "q": 80},
    "huge": {"w": 1920, "fit": "inside", "format": "auto", "q": 80}
  }';

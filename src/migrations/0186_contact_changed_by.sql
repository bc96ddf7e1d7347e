ALTER TABLE "website_infos" ADD COLUMN "changed_by" text;

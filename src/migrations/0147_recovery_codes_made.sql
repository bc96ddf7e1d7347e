ALTER TABLE "recovery_codes" ADD COLUMN "made_at" timestamp with time zone DEFAULT now() NOT NULL;

CREATE TABLE "previews" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"path" text NOT NULL,
	"locale" text NOT NULL,
	"said" jsonb NOT NULL,
	"is_draft" boolean NOT NULL,
	"office_locale" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "previews" ADD CONSTRAINT "previews_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "previews_of_person" ON "previews" USING btree ("staff_id","made_at");--> statement-breakpoint
CREATE INDEX "previews_oldest" ON "previews" USING btree ("made_at");
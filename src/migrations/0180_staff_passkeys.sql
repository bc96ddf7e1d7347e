CREATE TABLE "staff_passkey_handles" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"handle" "bytea" NOT NULL,
	CONSTRAINT "staff_passkey_handles_handle_key" UNIQUE("handle")
);
--> statement-breakpoint
CREATE TABLE "staff_passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"rp_id" text NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"synced" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp with time zone,
	"doubted_at" timestamp with time zone,
	CONSTRAINT "staff_passkeys_credential_id_key" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "staff_passkey_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staff_passkey_handles" ADD CONSTRAINT "staff_passkey_handles_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkeys" ADD CONSTRAINT "staff_passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_passkey_challenges" ADD CONSTRAINT "staff_passkey_challenges_session_id_staff_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_passkeys_of" ON "staff_passkeys" USING btree ("staff_id","created_at","id");--> statement-breakpoint
CREATE INDEX "staff_passkey_challenges_old" ON "staff_passkey_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "staff_passkey_challenges_of" ON "staff_passkey_challenges" USING btree ("session_id");

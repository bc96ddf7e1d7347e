CREATE TABLE "alert_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"channel" text NOT NULL,
	"kind" text,
	"alert_ids" bigint[] NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "alert_messages_at" ON "alert_messages" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "alert_messages_sent" ON "alert_messages" USING btree ("channel","sent_at") WHERE sent_at is not null;--> statement-breakpoint
CREATE INDEX "alert_messages_failed" ON "alert_messages" USING btree ("channel","failed_at") WHERE failed_at is not null;
ALTER TABLE "orders" ADD COLUMN "client_hash" "bytea";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "mailbox_hash" "bytea";--> statement-breakpoint
CREATE INDEX "orders_unpaid_of_client" ON "orders" USING btree ("client_hash") WHERE status in ('Unpaid', 'Cancelled', 'Expired');--> statement-breakpoint
CREATE TABLE "used_solutions" (
	"challenge" "bytea" PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "used_solutions_used_at_index" ON "used_solutions" USING btree ("used_at");

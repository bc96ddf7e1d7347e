-- When a person gave an order to another address, and in whose account it was: money of before is not its new member's.
CREATE TABLE "order_givings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_givings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_member" uuid
);
--> statement-breakpoint
ALTER TABLE "key_looks" ADD COLUMN "handed_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_givings" ADD CONSTRAINT "order_givings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_givings" ADD CONSTRAINT "order_givings_from_member_members_id_fk" FOREIGN KEY ("from_member") REFERENCES "public"."members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_givings_order" ON "order_givings" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_givings_member" ON "order_givings" USING btree ("from_member") WHERE from_member is not null;
--> statement-breakpoint
-- Those of before the upgrade: who had them is written nowhere, so what was paid for them until then goes to where it came from.
insert into order_givings (order_id, at)
select order_id, at from order_acts
where act = 'readdress' and not coalesce(did -> 'parts' ?| array['staysInAccount', 'staysByBalance'], false)
order by id;

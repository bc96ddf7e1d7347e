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
-- Those of before the upgrade: who had them is written nowhere, so their money goes to where it came from. What they have earned
-- whoever has them stays his: for that, such an order counts as given before it was paid.
insert into order_givings (order_id, at)
select a.order_id, case
    when exists (select from reward_entries e where e.order_id = o.id and e.member_id = o.member_id and e.growth > 0)
    then least(a.at, o.paid_at - interval '1 microsecond') else a.at end
from order_acts a join orders o on o.id = a.order_id
where a.act = 'readdress' and not coalesce(a.did -> 'parts' ?| array['staysInAccount', 'staysByBalance'], false)
order by a.id;

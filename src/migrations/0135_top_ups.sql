-- An order without keys: what its member's balance gets of it, in US cents (decision F5).
alter table orders add column top_up_cents bigint constraint orders_top_up check (top_up_cents > 0);
--> statement-breakpoint
create index orders_top_ups on orders (member_id, placed_at) where top_up_cents is not null;

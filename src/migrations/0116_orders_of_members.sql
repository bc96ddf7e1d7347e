-- An order made while signed in is the member's; a guest's order is once the member has confirmed the address (decision F2).
alter table orders add column member_id uuid constraint orders_member_id_members_id_fk references members (id) on delete set null;
--> statement-breakpoint
create index orders_of_member on orders (member_id, placed_at, id) where member_id is not null;
--> statement-breakpoint
-- Finds what a member who has just confirmed his address ordered before.
create index orders_of_guest on orders (lower(delivery_email)) where member_id is null;
--> statement-breakpoint
-- Whose use it is, whichever address he had then (decision C10).
alter table coupon_uses add column member_id uuid;
--> statement-breakpoint
create index coupon_uses_member on coupon_uses (member_id, coupon_id) where member_id is not null;

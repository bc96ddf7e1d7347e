-- A notice says something of a payment, and is done when the provider's own answer agrees with it.
alter table payment_events
  add column payment_id uuid references payments (id),
  add column claim jsonb not null default '{"says":"nothing"}',
  add column ours boolean not null default false,
  add column repeats integer not null default 0,
  add column last_received_at timestamptz not null default now();
--> statement-breakpoint
create index payment_events_open on payment_events (payment_id) where handled_at is null;
--> statement-breakpoint
-- Each attempt knows what it was made for: another method has another fee, and so another total.
alter table payments
  add column method integer,
  add column fee bigint,
  add column refunded_amount bigint not null default 0,
  add column raw_state text,
  add column payable_until timestamptz,
  add column under_way_since timestamptz,
  add column asked_at timestamptz;
--> statement-breakpoint
update payments p set method = o.payment_method, fee = p.amount - (o.total - o.fee) from orders o where o.id = p.order_id;

-- Of which card an attempt at paying was charged: brand and last four digits, and nothing else of it.
create table card_charges (
  payment_id uuid primary key references payments (id),
  brand text not null,
  last_four text not null,
  state text not null default 'asked',
  asked_at timestamp with time zone not null default now(),
  constraint card_charges_brand_check check (brand ~ '^[a-z]{1,20}$'),
  constraint card_charges_last_four_check check (last_four ~ '^[0-9]{4}$'),
  constraint card_charges_state_check check (state in ('asked', 'answered', 'refused'))
);

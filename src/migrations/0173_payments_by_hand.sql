-- Money that came past every provider, as people have recorded it.
create table payments_by_hand (
  payment_id uuid primary key not null,
  amount bigint not null,
  reference text not null,
  actor text not null,
  reason text not null,
  at timestamp with time zone default now() not null,
  constraint payments_by_hand_amount check (amount > 0)
);
--> statement-breakpoint
alter table payments_by_hand add constraint payments_by_hand_payment_id_payments_id_fk foreign key (payment_id) references payments(id);
--> statement-breakpoint
create unique index payments_by_hand_reference on payments_by_hand (lower(reference));

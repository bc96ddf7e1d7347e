-- Members' money in US cents, by double entry (decisions C9, F4).
create table ledger_movements (
  id bigint primary key generated always as identity,
  cause text not null constraint ledger_movements_cause_unique unique,
  kind text not null constraint ledger_movements_kind check (kind in ('points', 'purchase', 'refund', 'topUp', 'topUpBack', 'adjustment')),
  reference text,
  at timestamp with time zone not null default now()
);
--> statement-breakpoint
create table ledger_entries (
  id bigint primary key generated always as identity,
  movement_id bigint not null constraint ledger_entries_movement_id_ledger_movements_id_fk references ledger_movements (id),
  account text not null,
  member_id uuid constraint ledger_entries_member_id_members_id_fk references members (id),
  cents bigint not null,
  balance bigint,
  constraint ledger_entries_account check (account in ('member', 'clearing', 'points', 'sales', 'refunds', 'adjustments')),
  constraint ledger_entries_member_check check ((account = 'member') = (member_id is not null)),
  constraint ledger_entries_balance_check check ((member_id is null) = (balance is null)),
  constraint ledger_entries_cents_check check (cents <> 0)
);
--> statement-breakpoint
-- With what is summed up each night, so that this reads no row.
create index ledger_entries_movement on ledger_entries (movement_id) include (cents);
--> statement-breakpoint
create index ledger_entries_member on ledger_entries (member_id, id) include (cents) where member_id is not null;
--> statement-breakpoint
create table member_balances (
  member_id uuid primary key constraint member_balances_member_id_members_id_fk references members (id),
  cents bigint not null
);
--> statement-breakpoint
create trigger ledger_movements_stay before update or delete on ledger_movements for each row execute function stays_as_written();
--> statement-breakpoint
create trigger ledger_entries_stay before update or delete on ledger_entries for each row execute function stays_as_written();
--> statement-breakpoint
-- At the end of the transaction, whoever wrote them.
create function ledger_adds_up() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from ledger_entries where movement_id = new.movement_id) <> 0 then
    raise exception 'the entries of movement % do not add up to zero', new.movement_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_add_up after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_adds_up();

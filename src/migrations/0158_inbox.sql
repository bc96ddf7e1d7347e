-- What people wrote to the shop, in one queue, and how enquiries and withdrawals are answered.
create table inbox_items (
  kind text not null,
  item_id text not null,
  state text not null,
  since timestamp with time zone not null,
  version integer default 1 not null,
  assigned_to uuid,
  constraint inbox_items_kind_item_id_pk primary key(kind,item_id),
  constraint inbox_items_kind check (kind in ('enquiry', 'review', 'ticket', 'withdrawal')),
  constraint inbox_items_state check (state in ('open', 'waiting', 'done'))
);
--> statement-breakpoint
create table inbox_replies (
  id uuid primary key not null,
  name text not null,
  locale text not null,
  body text not null,
  version integer default 1 not null
);
--> statement-breakpoint
create table enquiry_messages (
  id uuid primary key not null,
  enquiry_id uuid not null,
  answered_by text,
  text text not null,
  created_at timestamp with time zone default now() not null
);
--> statement-breakpoint
alter table enquiries add column answered_at timestamp with time zone;
--> statement-breakpoint
alter table withdrawals add column decision text;
--> statement-breakpoint
alter table withdrawals add column decided_by text;
--> statement-breakpoint
alter table withdrawals add column decision_text text;
--> statement-breakpoint
alter table withdrawals add constraint withdrawals_decision check (decision in ('accepted', 'refused'));
--> statement-breakpoint
alter table inbox_items add constraint inbox_items_assigned_to_staff_id_fk foreign key (assigned_to) references staff(id) on delete set null;
--> statement-breakpoint
alter table enquiry_messages add constraint enquiry_messages_enquiry_id_enquiries_id_fk foreign key (enquiry_id) references enquiries(id) on delete cascade;
--> statement-breakpoint
create index inbox_items_queue on inbox_items (kind,state,since,item_id);
--> statement-breakpoint
create index inbox_items_mine on inbox_items (assigned_to,kind,since,item_id) where state = 'open';
--> statement-breakpoint
create index inbox_replies_name on inbox_replies (name,locale,id);
--> statement-breakpoint
create index enquiry_messages_of on enquiry_messages (enquiry_id,created_at,id);
--> statement-breakpoint
-- The queue follows whoever writes: the shop, a command, an instance of the version before, a cascade (docs/decisions/060).
-- An item waits since it came into its state: whoever writes once more keeps his place.
create function put_into_inbox(kind text, item_id text, state text, at timestamp with time zone) returns void language sql as $$
  insert into inbox_items as i (kind, item_id, state, since) values ($1, $2, $3, $4)
  on conflict (kind, item_id) do update set version = i.version + 1, state = excluded.state,
    since = case when i.state = excluded.state then i.since else clock_timestamp() end
$$;
--> statement-breakpoint
create function ticket_into_inbox() returns trigger language plpgsql as $$
begin
  perform put_into_inbox('ticket', new.id::text,
    case new.state when 'open' then 'open' when 'answered' then 'waiting' else 'done' end, new.created_at);
  return null;
end $$;
--> statement-breakpoint
create function enquiry_into_inbox() returns trigger language plpgsql as $$
begin
  perform put_into_inbox('enquiry', new.id::text,
    case when new.handled_at is not null then 'done' when new.answered_at is not null then 'waiting' else 'open' end, new.created_at);
  return null;
end $$;
--> statement-breakpoint
create function withdrawal_into_inbox() returns trigger language plpgsql as $$
begin
  perform put_into_inbox('withdrawal', new.id::text, case when new.handled_at is null then 'open' else 'done' end, new.received_at);
  return null;
end $$;
--> statement-breakpoint
create function review_into_inbox() returns trigger language plpgsql as $$
begin
  perform put_into_inbox('review', new.id::text, case new.state when 'pending' then 'open' else 'done' end, new.created_at);
  return null;
end $$;
--> statement-breakpoint
create function out_of_inbox() returns trigger language plpgsql as $$
begin
  delete from inbox_items where kind = tg_argv[0] and item_id = old.id::text;
  return null;
end $$;
--> statement-breakpoint
create trigger ticket_into_inbox after insert or update of state, updated_at on tickets for each row execute function ticket_into_inbox();
--> statement-breakpoint
create trigger enquiry_into_inbox after insert or update of answered_at, handled_at on enquiries for each row execute function enquiry_into_inbox();
--> statement-breakpoint
create trigger withdrawal_into_inbox after insert or update of handled_at on withdrawals for each row execute function withdrawal_into_inbox();
--> statement-breakpoint
create trigger review_into_inbox after insert or update of state on reviews for each row execute function review_into_inbox();
--> statement-breakpoint
create trigger ticket_out_of_inbox after delete on tickets for each row execute function out_of_inbox('ticket');
--> statement-breakpoint
create trigger enquiry_out_of_inbox after delete on enquiries for each row execute function out_of_inbox('enquiry');
--> statement-breakpoint
create trigger withdrawal_out_of_inbox after delete on withdrawals for each row execute function out_of_inbox('withdrawal');
--> statement-breakpoint
create trigger review_out_of_inbox after delete on reviews for each row execute function out_of_inbox('review');
--> statement-breakpoint
insert into inbox_items (kind, item_id, state, since)
select 'ticket', id::text, case state when 'open' then 'open' when 'answered' then 'waiting' else 'done' end, updated_at from tickets
union all
select 'enquiry', id::text, case when handled_at is null then 'open' else 'done' end, coalesce(handled_at, created_at) from enquiries
union all
select 'withdrawal', id::text, case when handled_at is null then 'open' else 'done' end, coalesce(handled_at, received_at) from withdrawals
union all
select 'review', id::text, case state when 'pending' then 'open' else 'done' end, coalesce(decided_at, created_at) from reviews
on conflict do nothing;

-- What happened, appended in the transaction of what did; and how far each of those is that are told afterwards. Followed by
-- transaction id first: only what no open transaction can come before is told (pg_snapshot_xmin).
create table events (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  name text not null,
  subject text not null,
  payload jsonb not null,
  at timestamp with time zone not null default now(),
  constraint events_xid_id_pk primary key (xid, id)
);
--> statement-breakpoint
create table event_cursors (
  subscriber text primary key,
  xid xid8 not null,
  id bigint not null,
  seen_at timestamp with time zone not null default now(),
  failures integer not null default 0,
  failed_since timestamp with time zone,
  retry_at timestamp with time zone
);

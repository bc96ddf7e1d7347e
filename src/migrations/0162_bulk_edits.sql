-- The same change of many products, by the row: what each was and became, so that it goes on after an end and can be taken back.
create table bulk_edits (
  id uuid primary key not null,
  change jsonb not null,
  undoes uuid,
  state text default 'running' not null,
  total integer not null,
  changed integer default 0 not null,
  skipped integer default 0 not null,
  reason text not null,
  staff_id uuid not null,
  actor text not null,
  address text not null,
  made_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint bulk_edits_undoes_key unique(undoes),
  constraint bulk_edits_state check (state in ('running', 'done'))
);
--> statement-breakpoint
create table bulk_edit_rows (
  bulk_id uuid not null,
  n integer not null,
  product_id integer not null,
  offer_id integer,
  before integer,
  after integer,
  state text default 'waiting' not null,
  constraint bulk_edit_rows_bulk_id_n_pk primary key(bulk_id,n),
  constraint bulk_edit_rows_state check (state in ('waiting', 'changed', 'same', 'touched', 'impossible', 'gone'))
);
--> statement-breakpoint
alter table bulk_edits add constraint bulk_edits_undoes_bulk_edits_id_fk foreign key (undoes) references bulk_edits(id) on delete cascade;
--> statement-breakpoint
alter table bulk_edit_rows add constraint bulk_edit_rows_bulk_id_bulk_edits_id_fk foreign key (bulk_id) references bulk_edits(id) on delete cascade;
--> statement-breakpoint
create index bulk_edits_latest on bulk_edits (made_at, id);
--> statement-breakpoint
create index bulk_edit_rows_waiting on bulk_edit_rows (bulk_id, n) where state = 'waiting';
--> statement-breakpoint
create index bulk_edit_rows_skipped on bulk_edit_rows (bulk_id, n) where state not in ('waiting', 'changed');

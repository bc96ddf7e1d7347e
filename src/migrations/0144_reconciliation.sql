-- Each night what providers have on their own lists is compared with what we know: how far each provider has come, and what
-- was found to differ.
create table reconciliations (
  provider text primary key,
  since timestamptz not null default now(),
  stage text,
  cursor text,
  from_at timestamptz,
  to_at timestamptz,
  began_at timestamptz,
  finished_at timestamptz,
  finished_to timestamptz,
  seen integer not null default 0,
  asked integer not null default 0,
  unanswered integer not null default 0,
  constraint reconciliations_stage_check check (stage in ('list', 'unlisted', 'ask', 'open'))
);
--> statement-breakpoint
create table payment_differences (
  id bigint generated always as identity primary key,
  provider text not null,
  what text not null,
  ref text not null,
  payment_id uuid references payments (id),
  details jsonb not null default '{}',
  found_at timestamptz not null default now(),
  told_at timestamptz,
  gone_at timestamptz,
  settled_at timestamptz,
  settled_by text,
  settled_reason text
);
--> statement-breakpoint
create unique index payment_differences_open on payment_differences (provider, what, ref) where gone_at is null;
--> statement-breakpoint
alter table payments add column listed_at timestamptz;
--> statement-breakpoint
create index payments_by_provider on payments (provider, created_at, id);

-- The addresses of members; at most one of each is the default, and the calls see to it that one is.
create table addresses (
  id uuid primary key,
  member_id uuid not null constraint addresses_member_id_members_id_fk references members (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  address text not null,
  address_other text not null,
  city text not null,
  province text not null,
  country text not null,
  zip text not null,
  phone text not null,
  phone_code text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index addresses_member_id_created_at_id_index on addresses (member_id, created_at, id);
--> statement-breakpoint
create unique index addresses_one_default on addresses (member_id) where is_default;
--> statement-breakpoint
-- Changes of members' e-mail addresses: asked, confirmed by a link to the new one, taken back by a link to the old one.
create table email_changes (
  id uuid primary key,
  member_id uuid not null constraint email_changes_member_id_members_id_fk references members (id) on delete cascade,
  email text not null,
  email_key text not null,
  old_email text not null,
  old_email_key text not null,
  locale text not null,
  created_at timestamp with time zone not null default now(),
  mailed_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  undone_at timestamp with time zone
);
--> statement-breakpoint
create index email_changes_member_id_created_at_id_index on email_changes (member_id, created_at, id);
--> statement-breakpoint
create unique index email_changes_one_pending on email_changes (member_id) where confirmed_at is null;
--> statement-breakpoint
create index email_changes_created_at_index on email_changes (created_at);

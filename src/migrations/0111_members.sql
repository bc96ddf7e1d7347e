-- Members: who they are, what proves it, and the sessions in which they are believed.
create table members (
  id uuid primary key,
  username text not null,
  username_key text not null constraint members_username_key_key unique,
  email text not null,
  email_key text not null constraint members_email_key_key unique,
  password_hash text,
  uname text not null,
  country text not null default '',
  phone text not null default '',
  mobile text not null default '',
  zip text not null default '',
  address text not null default '',
  locale text not null,
  created_at timestamp with time zone not null default now(),
  password_changed_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone
);
--> statement-breakpoint
-- Not yet confirmed by their mail (decision D2); an address may have several.
create table registrations (
  id uuid primary key,
  email text not null,
  email_key text not null,
  username text not null,
  password_hash text not null,
  subscribes boolean not null,
  locale text not null,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
);
--> statement-breakpoint
create index registrations_email_key_index on registrations (email_key, created_at);
--> statement-breakpoint
create index registrations_created_at_index on registrations (created_at);
--> statement-breakpoint
-- Links with which a forgotten password is replaced: 30 minutes, once (decision D2).
create table password_resets (
  id uuid primary key,
  member_id uuid not null constraint password_resets_member_id_members_id_fk references members (id) on delete cascade,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone
);
--> statement-breakpoint
create index password_resets_member_id_index on password_resets (member_id);
--> statement-breakpoint
create index password_resets_created_at_index on password_resets (created_at);
--> statement-breakpoint
-- Key pairs to which browsers encrypt passwords (decision A7); the private half is sealed.
create table password_keys (
  kid text primary key,
  public_key jsonb not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone
);
--> statement-breakpoint
create unique index password_keys_current on password_keys ((true)) where retired_at is null;
--> statement-breakpoint
-- A browser in which a member has signed in before.
create table known_devices (
  member_id uuid not null constraint known_devices_member_id_members_id_fk references members (id) on delete cascade,
  device_hash bytea not null,
  first_seen_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  constraint known_devices_member_id_device_hash_pk primary key (member_id, device_hash)
);
--> statement-breakpoint
create table sessions (
  id uuid primary key,
  token_hash bytea not null constraint sessions_token_hash_key unique,
  member_id uuid not null constraint sessions_member_id_members_id_fk references members (id) on delete cascade,
  seconds integer not null,
  address text not null,
  country text,
  system text not null,
  device text not null,
  created_at timestamp with time zone not null default now(),
  proved_at timestamp with time zone not null default now(),
  used_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null
);
--> statement-breakpoint
create index sessions_member_id_index on sessions (member_id);
--> statement-breakpoint
create index sessions_expires_at_index on sessions (expires_at);
--> statement-breakpoint
-- When and from where a member signed in; kept for a while after the session ended.
create table sign_ins (
  id bigint primary key generated always as identity,
  member_id uuid not null constraint sign_ins_member_id_members_id_fk references members (id) on delete cascade,
  address text not null,
  country text,
  system text not null,
  device text not null,
  method text not null,
  at timestamp with time zone not null default now()
);
--> statement-breakpoint
create index sign_ins_member_id_at_id_index on sign_ins (member_id, at, id);
--> statement-breakpoint
create index sign_ins_at_index on sign_ins (at);

-- Who works in the back office and how he signs in, what he did there, and how orders are listed and found.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamp with time zone default now() not null,
  staff_id uuid,
  actor text not null,
  address text,
  act text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text default '' not null
);
--> statement-breakpoint
create table staff (
  id uuid primary key not null,
  email text not null,
  email_key text not null,
  name text default '' not null,
  role text not null,
  password_hash text,
  is_demo boolean default false not null,
  made_at timestamp with time zone default now() not null,
  blocked_at timestamp with time zone,
  constraint staff_email_key_key unique(email_key)
);
--> statement-breakpoint
create table staff_authenticators (
  staff_id uuid primary key not null,
  sealed bytea not null,
  made_at timestamp with time zone default now() not null,
  last_step bigint not null
);
--> statement-breakpoint
create table staff_grants (
  role text not null,
  permission text not null,
  constraint staff_grants_role_permission_pk primary key(role,permission)
);
--> statement-breakpoint
create table staff_links (
  staff_id uuid primary key not null,
  token_hash bytea not null,
  sealed_secret bytea,
  expires_at timestamp with time zone not null,
  constraint staff_links_token_hash_key unique(token_hash)
);
--> statement-breakpoint
create table staff_permissions (
  name text primary key not null
);
--> statement-breakpoint
create table staff_recovery_codes (
  staff_id uuid not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint staff_recovery_codes_staff_id_hash_pk primary key(staff_id,hash)
);
--> statement-breakpoint
create table staff_roles (
  name text primary key not null
);
--> statement-breakpoint
create table staff_sessions (
  id uuid primary key not null,
  staff_id uuid not null,
  token_hash bytea not null,
  address text not null,
  system text not null,
  device text not null,
  began_at timestamp with time zone default now() not null,
  used_at timestamp with time zone default now() not null,
  proved_at timestamp with time zone default now() not null,
  constraint staff_sessions_token_hash_key unique(token_hash)
);
--> statement-breakpoint
alter table staff add constraint staff_role_staff_roles_name_fk foreign key (role) references staff_roles(name);
--> statement-breakpoint
alter table staff_authenticators add constraint staff_authenticators_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
alter table staff_grants add constraint staff_grants_role_staff_roles_name_fk foreign key (role) references staff_roles(name) on delete cascade;
--> statement-breakpoint
alter table staff_links add constraint staff_links_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
alter table staff_recovery_codes add constraint staff_recovery_codes_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
alter table staff_sessions add constraint staff_sessions_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
create index audit_log_of_subject on audit_log (subject_kind,subject_id,id);
--> statement-breakpoint
create index audit_log_of_staff on audit_log (staff_id,id);
--> statement-breakpoint
create index staff_of_role on staff (role);
--> statement-breakpoint
create index staff_links_over on staff_links (expires_at);
--> statement-breakpoint
create index staff_sessions_of on staff_sessions (staff_id);
--> statement-breakpoint
create index staff_sessions_used on staff_sessions (used_at);
--> statement-breakpoint
create index orders_newest on orders (placed_at,id);
--> statement-breakpoint
-- Written so that no other index gives its order: planned for any status, the newest would be read until some have it.
create index orders_of_status on orders (status, (placed_at at time zone 'UTC'), id);
--> statement-breakpoint
create index orders_of_mailbox on orders (lower(delivery_email),placed_at,id);
--> statement-breakpoint
-- What was written down stays as it was, also from whoever has the shop's own database role.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
--> statement-breakpoint
create trigger audit_log_kept before update or delete or truncate on audit_log for each statement execute function refuse_audit_change();
--> statement-breakpoint
insert into staff_roles (name) values ('owner'), ('manager'), ('support'), ('catalogue'), ('bookkeeper'), ('reader');
--> statement-breakpoint
create or replace function sealed_rows() returns table (id text, what text, rows bigint) language sql stable as $$
  select encode(substr(sealed, 2, 4), 'hex'), 'keys in the vault', count(*) from vault_keys group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'mails', count(*) from mails where sealed is not null group by 1
  union all
  select encode(substr(sealed, 2, 4), 'hex'), 'secrets of authenticator apps', count(*) from (
    select sealed from totp_secrets union all select sealed from staff_authenticators) a group by 1
$$;

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

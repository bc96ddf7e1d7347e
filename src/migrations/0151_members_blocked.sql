-- An operator may bar a member from signing in, and what operators do about members is noted as it is of orders.
alter table members add column blocked_at timestamp with time zone;
--> statement-breakpoint
create table member_acts (
  id bigint primary key generated always as identity,
  member_id uuid not null constraint member_acts_member_id_members_id_fk references members (id) on delete cascade,
  at timestamp with time zone not null default now(),
  act text not null,
  actor text not null,
  reason text not null,
  did jsonb not null default '{}'
);
--> statement-breakpoint
create index member_acts_member on member_acts (member_id, id);

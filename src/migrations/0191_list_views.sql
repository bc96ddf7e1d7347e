-- Which columns of a list each person sees, and views of lists with a name: one person's, or everybody's.
create table list_columns (
  staff_id uuid not null,
  list text not null,
  columns text[] not null,
  constraint list_columns_staff_id_list_pk primary key(staff_id,list)
);
--> statement-breakpoint
create table list_views (
  id uuid primary key not null,
  list text not null,
  staff_id uuid,
  name text not null,
  search jsonb not null,
  made_at timestamp with time zone default now() not null
);
--> statement-breakpoint
alter table list_columns add constraint list_columns_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
alter table list_views add constraint list_views_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
create unique index list_views_own on list_views (list, staff_id, name) where staff_id is not null;
--> statement-breakpoint
create unique index list_views_shared on list_views (list, name) where staff_id is null;
--> statement-breakpoint
create index list_views_of_person on list_views (staff_id);

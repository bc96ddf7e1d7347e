-- Lists of the back office as files: what is too long to be answered at once is written part by part, sealed, for a day.
create table list_files (
  id uuid primary key not null,
  staff_id uuid not null,
  list text not null,
  query jsonb not null,
  columns text[] not null,
  locale text not null,
  is_demo boolean default false not null,
  zone text not null,
  state text default 'running' not null,
  after text,
  rows integer default 0 not null,
  parts integer default 0 not null,
  is_cut boolean default false not null,
  made_at timestamp with time zone default now() not null,
  done_at timestamp with time zone,
  constraint list_files_state check (state in ('running', 'done'))
);
--> statement-breakpoint
create table list_file_parts (
  file_id uuid not null,
  n integer not null,
  sealed bytea not null,
  constraint list_file_parts_file_id_n_pk primary key(file_id,n)
);
--> statement-breakpoint
alter table list_files add constraint list_files_staff_id_staff_id_fk foreign key (staff_id) references staff(id) on delete cascade;
--> statement-breakpoint
alter table list_file_parts add constraint list_file_parts_file_id_list_files_id_fk foreign key (file_id) references list_files(id) on delete cascade;
--> statement-breakpoint
create index list_files_of_person on list_files (staff_id, made_at, id);
--> statement-breakpoint
create index list_files_oldest on list_files (coalesce(done_at, made_at));

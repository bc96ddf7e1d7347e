-- The shop's logo, and another one for dark grounds; without a row the drawn mark stands beside the name.
create table logos (
  place text primary key constraint logos_place check (place in ('light', 'dark')),
  picture_id text not null constraint logos_picture_id_uploads_id_fk references uploads (id)
);
--> statement-breakpoint
create function logos_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('logo', '');
  return null;
end $$;
--> statement-breakpoint
create trigger logos_shown after insert or delete or update on logos for each statement execute function logos_changed();

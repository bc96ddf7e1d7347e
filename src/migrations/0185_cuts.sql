-- A part of an uploaded picture is a picture of its own, with the point in it that is to be seen whatever it is cut to. It refers to the
-- whole one, so that another part can be taken later.
alter table uploads add column original_id text constraint uploads_original_id_uploads_id_fk references uploads (id);
--> statement-breakpoint
alter table uploads add column cut jsonb;
--> statement-breakpoint
alter table uploads add constraint uploads_cut check ((original_id is null) = (cut is null));
--> statement-breakpoint
create index uploads_original_id_index on uploads (original_id) where original_id is not null;

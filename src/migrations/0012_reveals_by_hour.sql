DROP INDEX "key_reveals_order_id_index";--> statement-breakpoint
CREATE INDEX "key_reveals_order_id_at_index" ON "key_reveals" USING btree ("order_id","at");

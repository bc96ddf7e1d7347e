-- What grows with each year: refunds of a payment whatever became of them, and the orders of a browser, are found by an index.
CREATE INDEX "orders_of_browser" ON "orders" USING btree ("browser_hash","placed_at") WHERE browser_hash is not null;--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");

-- Mails that nobody took yet are counted for `readyz` and the figures.
CREATE INDEX "mails_queued" ON "mails" USING btree ("created_at") WHERE state = 'queued';

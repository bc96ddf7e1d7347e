-- What goes to one mailbox is counted, however its address is spelt.
ALTER TABLE "mails" ADD COLUMN "mailbox" text;--> statement-breakpoint
UPDATE "mails" SET "mailbox" = lower("recipient");--> statement-breakpoint
DROP INDEX "mails_recipient";--> statement-breakpoint
CREATE INDEX "mails_mailbox" ON "mails" USING btree ("mailbox", "template", "created_at");

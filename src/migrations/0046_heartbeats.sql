-- `readyz` proves by it that the database can be written.
CREATE TABLE "heartbeats" (
	"instance" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);

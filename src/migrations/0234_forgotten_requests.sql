CREATE TABLE "forgotten_requests" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"before" timestamp with time zone NOT NULL
);

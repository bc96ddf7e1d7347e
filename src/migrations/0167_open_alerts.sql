-- What the back office shows of alerts: money first, then the latest.
create index alerts_open_latest on alerts (money, last_at, id) where resolved_at is null;

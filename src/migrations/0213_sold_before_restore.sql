-- Keys that were sold, or left the shop, after the moment to which it was restored, and that the backup did not have: a restore
-- writes their fingerprints here, and they are refused when they are brought in again (decision E8).
create table sold_before_restore (
  fingerprint bytea primary key not null
);

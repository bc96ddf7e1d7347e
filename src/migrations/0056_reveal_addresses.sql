-- Addresses in reveals end after a time: the job finds those that are left by this index.
create index key_reveals_addressed on key_reveals (at) where address <> '';

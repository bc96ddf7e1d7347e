-- What was told is looked for by no statement; what was not has an index of its own (`alerts_untold`).
drop index if exists alerts_told;

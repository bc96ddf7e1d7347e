/** A start-up failure that is the operator's to mend; shown as one line. */
export class StartError extends Error {}

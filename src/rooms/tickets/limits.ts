// What a ticket is about and how much it may hold (decision F10).

export const TOPICS = ['order', 'key', 'payment', 'account', 'other'] as const
export type Topic = (typeof TOPICS)[number]

/** Characters. */
export const MOST = { subject: 120, text: 5000, orderNo: 40 }

/** For each message. */
export const MOST_FILES = 5
export const MOST_FILE_BYTES = 5 * 1024 * 1024
/** What the form lets people pick; the bytes decide. */
export const PICKED = 'image/png,image/jpeg,image/webp,application/pdf'
/** Files of one member within a day, sent or not; and files that he has uploaded and not sent. */
export const MOST_FILES_A_DAY = 60
export const MOST_UNSENT = 20
/** Bytes of all files of one member, for as long as they are kept; `support.file.full` says it. */
export const MOST_KEPT_BYTES = 200 * 1024 * 1024

/** What one member may write. */
export const PACE = { ticketSeconds: 60, ticketsADay: 20, replySeconds: 5, repliesADay: 100 }

/** A conversation that is longer goes on in another ticket. */
export const MOST_MESSAGES = 200

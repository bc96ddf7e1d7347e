// What others may ask of the tickets: how they are answered, by whoever works for the shop.
export { type AnsweringOptions, answerTicket, type TicketAnswer } from './answer.ts'
export { messagesOf, openTickets, type TicketRow, ticketsBetween } from './store.ts'
export type { OwnsOrder } from './write.ts'

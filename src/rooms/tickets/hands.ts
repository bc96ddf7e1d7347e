// What others may ask of the tickets: how they are answered, by whoever works for the shop.
export { answerTicket } from './answer.ts'
export { messagesOf, openTickets, type TicketRow, ticketsBetween } from './store.ts'

// What others may ask of the tickets: how they are answered, by whoever works for the shop.
export { answerTicket } from './answer.ts'
export { ticketEntries, ticketIdsOf, ticketIdsOfOrder } from './office-store.ts'
export {
  lockTicket,
  messagesOf,
  messageText,
  moveTicket,
  openTickets,
  type TicketRow,
  ticketsBetween,
} from './store.ts'

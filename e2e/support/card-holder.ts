/** What the form for cards asks about who holds it, by the names of its fields; the country is chosen. */
export const HOLDER = {
  billFirstName: 'Ada',
  billLastName: 'Buyer',
  billAddress: '1 Main Street',
  billCity: 'Springfield',
  billZip: '12345',
  billPhone: '+1 555-0100',
  billEmail: 'ada@example.com',
}

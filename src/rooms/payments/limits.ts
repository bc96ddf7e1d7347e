// Numbers of the card form (specification §5).

/** Characters that each field takes. */
export const BILLING_MOST = {
  cardNo: 32,
  cardExpire: 7,
  cardSecurityCode: 3,
  firstName: 40,
  lastName: 40,
  address: 100,
  city: 40,
  state: 40,
  zip: 20,
  phone: 20,
  email: 40,
}

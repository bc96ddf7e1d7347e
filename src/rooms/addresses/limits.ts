// Numbers of the address book (specification §5, §9).

/** Characters. A telephone number has at most 15 digits (ITU-T E.164); some are written with zeros before. */
export const MOST = { name: 20, line: 200, place: 50, zip: 50, phone: 20, phoneCode: 7 }
/** Addresses of one member. */
export const MOST_ADDRESSES = 20
export const PAGE_SIZE = 10

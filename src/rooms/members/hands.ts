// What other rooms may ask about members.
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/principal.ts'
import type { HeldAddress } from '#platform/mailbox.ts'
import { nameKey } from './rules.ts'
import type { User } from './schemas.ts'
import * as store from './store.ts'

export { memberActs, noteMemberAct, outcomeOfAct, recordMemberAct, setBlocked, stateOf } from './acts-store.ts'
export { dropPendingChange, ownAddresses } from './email-store.ts'
export { holdsPassword, lockMember, passwordOf } from './password-store.ts'
export type { MemberRow } from './store.ts'
export { barMembers, closeMember, holdMember, memberById, memberToClose, memberToErase } from './store.ts'

/** Of a list that may be long a room hands out its items one after the other. */
export type Collected = Record<string, unknown>

export interface PersonalFile {
  id: string
  name: string
  /** Bytes. */
  size: number
  /** Undefined: it was deleted meanwhile. */
  read(): Promise<Uint8Array | undefined>
}

/** Orders that keep a member's account open: the newest, and how many there are. */
export interface HeldOrders {
  orders: { orderId: string; orderNo: string }[]
  count: number
}

/** What one room holds about a member, by himself and under the addresses that he has confirmed (decision F11). */
export interface PersonalData {
  /** All of it, as it goes into his archive: plain JSON, no secret that opens anything. */
  collect(memberId: string, address: HeldAddress): Promise<Collected>
  /** What was written from an address that he has left, while it was his. */
  collectFormer?(address: HeldAddress): Promise<Collected>
  /** His files, which go into the archive as they are; each is read when its turn has come. */
  files?(memberId: string): AsyncIterable<PersonalFile>
  /** Message keys of what he must settle first; none: he may go. */
  holds?(tx: Transaction, memberId: string, email: string): Promise<string[]>
  /** Which of his orders those keys are about, if some are: the newest, and how many there are. */
  heldOrders?(tx: Transaction, memberId: string, email: string): Promise<HeldOrders>
  /**
   * Deletes or unlinks what no law keeps, in the transaction in which the account closes. Again later, when requests that
   * were under way are over: `address` is null then, for it may be somebody else's. Once for each address that he has left.
   * And after a restore, when the room may know the address alone.
   */
  erase(tx: Transaction, memberId: string, address: HeldAddress | null): Promise<unknown>
  /** Addresses under which it holds something of people who need not be members, in lower case, a page at a time. */
  addresses?(): AsyncIterable<string[]>
}

/** What other rooms know of a member that is shown with him. */
export type MemberFacts = Pick<User, 'newsletter' | 'unread'>

/** In which browsers a member has signed in. */
export interface MemberBrowsers {
  /** By which name this one is known; undefined: by none. */
  nameOf(headers: Headers): string | undefined
  isKnown(db: Queryable, memberId: string, name: string): Promise<boolean>
}

/** What members have proved. */
export interface MemberProofs {
  /** In the transaction that relies on it: whether what the call asks for is still proved. Throws 401 or 403. */
  hold(tx: Transaction, caller: Caller): Promise<void>
}

declare module '#platform/room.ts' {
  interface Declarations {
    /** From the room that knows it. */
    memberBrowsers: { readonly [K in keyof MemberBrowsers]: MemberBrowsers[K] }
    /** From the room that knows sessions. */
    memberProofs: { readonly [K in keyof MemberProofs]: MemberProofs[K] }
    /** By the field of User, each from the room that knows it. */
    memberFacts: {
      readonly [K in keyof MemberFacts]: (db: Queryable, member: store.MemberRow) => Promise<MemberFacts[K]>
    }
    /** By the name of the room. */
    personal: Record<string, PersonalData>
  }
}

/** Whom a username or an address belongs to, as somebody typed it. */
export const findMember = (db: Queryable, name: string) => store.memberByName(db, nameKey(name))

type Said = Omit<
  User,
  | 'lastTime'
  | 'lastIp'
  | 'title'
  | 'discount'
  | 'uintegral'
  | 'uexp'
  | 'upgradeExp'
  | 'amount'
  | 'isSubscribe'
  | 'securityOffer'
  | keyof MemberFacts
>

/** What he says of himself, as calls show it; what he has earned and when he was here other rooms know. */
export function describeMember(member: store.MemberRow): Said {
  return {
    id: member.id,
    username: member.username,
    uname: member.uname,
    uemail: member.email,
    ucountry: member.country,
    uphone: member.phone,
    umobile: member.mobile,
    uzip: member.zip,
    uaddress: member.address,
  }
}

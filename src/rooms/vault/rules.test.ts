import { describe, expect, test } from 'vitest'
import { splitAccount } from './rules.ts'

describe('the key of an account', () => {
  test.each([
    ['ada@example.com:pa:ss:word', { login: 'ada@example.com', password: 'pa:ss:word', more: '' }],
    ['ada\tpa:ss\tmail: x\tcode 7', { login: 'ada', password: 'pa:ss', more: 'mail: x code 7' }],
    ['{"login":"ada","password":"{x}","pin":7}', { login: 'ada', password: '{x}', more: 'pin: 7' }],
    [
      '{"login":"ada","password":"x","mail":{"login":"a@b.c","password":"y"},"codes":[1,"2"],"pin":null}',
      { login: 'ada', password: 'x', more: 'mail: {"login":"a@b.c","password":"y"}, codes: [1,"2"], pin: null' },
    ],
  ])('%s', (key, account) => {
    expect(splitAccount(key)).toEqual(account)
  })
  test.each(['AAAA-BBBB-CCCC', ':password', 'login:', '{not json', '{"login":1,"password":"x"}', 'null', '\tx'])(
    '%j is no account, and stays as it is',
    (key) => expect(splitAccount(key)).toBeUndefined(),
  )
})

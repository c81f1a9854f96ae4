// Proves docs/contract/vault.md, Cipher text.

import { expect, it } from 'vitest'
import { isCipherText } from './cipher-text.ts'

it.each([
  'Aes256Gcm.c2VhbGVk.QWFydA==',
  'Aes256Gcm.c2Vh_-+/bGVk=.QWFydA',
  'Aes256Gcm.c2VhbGVk.QWFydA==.Pbkdf2Hmac.S2FydA==',
  'Rsa4096.c2VhbGVk.QQUAAAAA',
  'pdv1.xc.slot.-.c2VhbGVk',
  'pdv1.bs.dek.AAAAAAAAAAA.c2VhbGVk',
  'pdv1.pw.kek.-.c2VhbGVk',
])('isCipherText › accepts %s', (text) => {
  expect(isCipherText(text)).toBe(true)
})

it.each([
  ['nothing', ''],
  ['clear text', 'hello'],
  ['clear text of three parts', 'my.secret.value'],
  ['no data', 'Aes256Gcm..QWFydA=='],
  ['no artefacts', 'Aes256Gcm.c2VhbGVk'],
  ['empty artefacts', 'Aes256Gcm.c2VhbGVk.'],
  ['another strategy', 'Aes128Cbc.c2VhbGVk.QWFydA=='],
  ['clear text around it', 'pin 1234 Aes256Gcm.c2VhbGVk.QWFydA=='],
  ['clear text after it', 'Aes256Gcm.c2VhbGVk.QWFydA== pin 1234'],
  ['clear text on a second line', 'Aes256Gcm.c2VhbGVk.QWFydA==\npin'],
  ['a line end', 'Aes256Gcm.c2VhbGVk.QWFydA==\n'],
  ['clear text within it', 'Aes256Gcm.my pin.QWFydA=='],
  ['a public key of ours', 'pdv1.pk.user.-.c2VhbGVk'],
  ['a key id of another length', 'pdv1.xc.slot.AAAA.c2VhbGVk'],
  ['a purpose in upper case', 'pdv1.xc.SLOT.-.c2VhbGVk'],
])('isCipherText › refuses %s', (_, text) => {
  expect(isCipherText(text)).toBe(false)
})

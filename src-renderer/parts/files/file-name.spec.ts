// Proves docs/contract/window.md, Files: screens.

import { expect, test } from 'vitest'
import { bytesText, savedFileName, shownFileName } from './file-name.ts'

test('a control of direction cannot hide the ending of a name', () => {
  expect(shownFileName('invoice\u202egnp.exe')).toBe('invoice\ufffdgnp.exe')
  expect(shownFileName('two\nlines.txt')).toBe('two\ufffdlines.txt')
})

test.each([
  ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
  ['क्\u200dष.pdf', 'क्\u200dष.pdf'],
  ['র\u200d্য.pdf', 'র\u200d্য.pdf'],
  ['می\u200c.pdf', 'می\ufffd.pdf'],
  ['e\u200dxe.pdf', 'e\ufffdxe.pdf'],
  ['й\u200dи.pdf', 'й\ufffdи.pdf'],
])('joiners are shown as such in words of scripts that are written with them, only: %j', (name, shown) => {
  expect(shownFileName(name)).toBe(shown)
})

test('a long name is cut in the middle and keeps its ending', () => {
  const shown = shownFileName(`${'a'.repeat(100)}.pdf.exe`, 24)
  expect(Array.from(shown)).toHaveLength(24)
  expect(shown.endsWith('.pdf.exe')).toBe(true)
})

const FAMILY = '👨\u200d👩\u200d👧'
const E_ACUTE = 'e\u0301'

/* A name that somebody else chose, and the one it is saved under. */
test.each([
  // what a path is made of
  ['letter.txt', 'letter.txt'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['..\\..\\Windows\\System32\\a.dll', '_.._Windows_System32_a.dll'],
  ['/etc/passwd', '_etc_passwd'],
  ['C:\\autoexec.bat', 'C__autoexec.bat'],
  ['\\\\server\\share\\a.exe', '__server_share_a.exe'],
  ['file:///etc/passwd', 'file____etc_passwd'],
  ['a/b.txt', 'a_b.txt'],
  ['./a.txt', '_a.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['/', '_'],
  ['\\', '_'],
  ['~/.ssh/id', '~_.ssh_id'],
  ['%2e%2e%2fa', '%2e%2e%2fa'],
  ['a.txt::$DATA', 'a.txt__$DATA'],
  ['what?.txt', 'what_.txt'],
  ['a*b|c<d>e"f.txt', 'a_b_c_d_e_f.txt'],
  // what a list of files does not show
  ['.htaccess', 'htaccess'],
  ['.bashrc', 'bashrc'],
  ['..hidden.txt', 'hidden.txt'],
  [' .profile', 'profile'],
  ['  a.txt', 'a.txt'],
  ['a.txt.', 'a.txt'],
  ['a.txt. . .', 'a.txt'],
  ['a.txt ', 'a.txt'],
  ['a.exe   .', 'a.exe'],
  ['a\t', 'a'],
  ['\u00a0\u00a0', 'file'],
  ['\u3000a.txt\u3000', 'a.txt'],
  // controls
  ['a\0.txt', 'a.txt'],
  ['a.txt\0.exe', 'a.txt.exe'],
  ['\0\0', 'file'],
  ['two\nlines.txt', 'twolines.txt'],
  ['a\r\nSet-Cookie: b', 'aSet-Cookie_ b'],
  ['a\u001b[31m.txt', 'a[31m.txt'],
  ['a\u007f.txt', 'a.txt'],
  ['a\u0085.txt', 'a.txt'],
  ['a\u2028b\u2029.txt', 'ab.txt'],
  // what turns the direction or is not seen
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['\u202eexe.txt', 'exe.txt'],
  ['a\u2066b\u2069.txt', 'ab.txt'],
  ['\u200fa.txt', 'a.txt'],
  ['a\u200b.txt', 'a.txt'],
  ['\ufeffa.txt', 'a.txt'],
  ['.\u200b.', 'file'],
  ['.\u202e./a', '_a'],
  ['\u202e', 'file'],
  // devices of Windows
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['Nul', '_Nul'],
  ['NUL.tar.gz', '_NUL.tar.gz'],
  ['PRN.', '_PRN'],
  ['aux .txt', '_aux .txt'],
  ['COM1.log', '_COM1.log'],
  ['lpt9', '_lpt9'],
  ['COM¹.txt', '_COM¹.txt'],
  ['CONIN$', '_CONIN$'],
  ['C\u200bON.txt', '_CON.txt'],
  ['.NUL', '_NUL'],
  ['console.txt', 'console.txt'],
  ['COM10.txt', 'COM10.txt'],
  ['nullable.txt', 'nullable.txt'],
  // long ones
  ['a'.repeat(1000), 'a'.repeat(180)],
  [`${'a'.repeat(1000)}.pdf`, `${'a'.repeat(176)}.pdf`],
  [`a.${'b'.repeat(1000)}`, `a.${'b'.repeat(178)}`],
  [`${'.'.repeat(1000)}a`, 'a'],
  ['ü'.repeat(500), 'ü'.repeat(90)],
  [`${'漢'.repeat(400)}.txt`, `${'漢'.repeat(58)}.txt`],
  [`a${'😀'.repeat(300)}`, `a${'😀'.repeat(44)}`],
  [`${E_ACUTE.repeat(400)}.txt`, `${E_ACUTE.repeat(58)}.txt`],
  [`${'🇩🇪'.repeat(100)}.txt`, `${'🇩🇪'.repeat(22)}.txt`],
  [`${'a'.repeat(175)}    .pdf${'b'.repeat(30)}`, `${'a'.repeat(175)}    .`.replace(/[ .]+$/, '')],
  [`e${'\u0301'.repeat(1000)}.txt`, 'file.txt'],
  // joiners, which Chromium saves as `_`
  ['می\u200cخواهم.pdf', 'میخواهم.pdf'],
  ['क्\u200dष.pdf', 'क्ष.pdf'],
  // half of a character
  ['a\ud83d.txt', 'a\ufffd.txt'],
  ['\udc00', '\ufffd'],
  [`${FAMILY}.png`, '👨👩👧.png'],
])('%j is saved as %j', (name, saved) => {
  expect(savedFileName(name)).toBe(saved)
  expect(savedFileName(saved)).toBe(saved)
  expect(new TextEncoder().encode(savedFileName(name)).length).toBeLessThanOrEqual(180)
})

test('bytes are said in the unit a person reads them in', () => {
  expect([0, 999, 1000, 1536, 4_194_304, 2_147_483_648].map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1 kB',
    '1.5 kB',
    '4.2 MB',
    '2.1 GB',
  ])
})

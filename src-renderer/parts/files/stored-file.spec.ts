// Proves docs/contract/window.md, Files: screens.

import { beforeEach, expect, test } from 'vitest'
import { answer, askedFor, resetBridge } from '../../session/testing/fake-bridge.ts'
import { folderFile, openSlotFile, readParts, slotFolderFile } from './stored-file.ts'

const FACTS = { filename: 'a.txt', content_type: 'text/plain', size: 10, kind: 'text' } as const
const PLACE = { actor: 'alice', item_id: 'i1', slot_id: 's1' }
const content = new TextEncoder().encode('0123456789')

beforeEach(() => {
  resetBridge()
  answer('slotFileOpen', () => FACTS)
  answer('slotFilePart', ({ query }) => part(query, 3))
})

/** An answer may hold less than was asked for. */
function part(query: unknown, most: number) {
  const { start, bytes } = query as { start: number; bytes: number }
  const data = content.slice(start, start + Math.min(most, bytes))
  return { byte_size: 10, first: start, last: start + bytes - 1, data }
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

test('what an answer leaves out is asked for again', async () => {
  const file = await openSlotFile(PLACE)
  expect(textOf(await file.part(2, 7))).toBe('2345678')
  expect(askedFor('slotFilePart').map(({ query }) => query)).toEqual([
    { start: 2, bytes: 7 },
    { start: 5, bytes: 4 },
    { start: 8, bytes: 1 },
  ])
})

test('nothing is read behind the end of the file', async () => {
  const file = await openSlotFile(PLACE)
  expect(textOf(await file.part(8, 100))).toBe('89')
  expect(await file.part(10, 4)).toHaveLength(0)
})

test('an answer without bytes ends the reading', async () => {
  answer('slotFilePart', () => ({ byte_size: 10, first: 0, last: 9, data: new Uint8Array() }))
  const file = await openSlotFile(PLACE)
  await expect(file.part(0, 10)).rejects.toThrow('ended before its size')
})

test('reading ends when it is given up', async () => {
  const file = await openSlotFile(PLACE)
  const stop = new AbortController()
  stop.abort()
  await expect(readParts(file, stop.signal).next()).rejects.toThrow('abort')
})

test('a file of a folder is looked at only when it is asked for, and read where it lies', async () => {
  const listed = { id: 'f1', filename: 'a.txt', content_type: 'text/plain', size: 10, problem: null }
  for (const prefix of ['folder', 'slotFolder']) {
    answer(`${prefix}FileOpen`, () => FACTS)
    answer(`${prefix}FilePart`, ({ query }) => part(query, 10))
  }
  const own = folderFile('alice', 'd1', listed)
  const received = slotFolderFile(PLACE, listed)
  expect(textOf(await own.part(2, 3))).toBe('234')
  expect(textOf(await received.part(0, 2))).toBe('01')
  expect([askedFor('folderFileOpen'), askedFor('slotFolderFileOpen')]).toEqual([[], []])

  expect([(await own.look()).kind, (await received.look()).kind]).toEqual(['text', 'text'])
  expect(askedFor('folderFileOpen')).toMatchObject([{ params: { user_id: 'alice', folder_id: 'd1', file_id: 'f1' } }])
  expect(askedFor('slotFolderFilePart')).toMatchObject([
    { params: { user_id: 'alice', item_id: 'i1', slot_id: 's1', file_id: 'f1' } },
  ])
})

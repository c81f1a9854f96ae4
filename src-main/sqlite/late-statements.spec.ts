import { describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'

const open = () => openDatabase({ path: ':memory:' })

describe('a statement of an open database', () => {
  it('is compiled when it is first used, once', () => {
    const connection = open()
    const read = connection.prepare<[], { n: number }>('SELECT n FROM later ORDER BY n')

    connection.exec('CREATE TABLE later (n INTEGER) STRICT')
    connection.prepare('INSERT INTO later (n) VALUES (?), (?)').run(1, 2)

    expect(read.all()).toEqual([{ n: 1 }, { n: 2 }])
    expect(read.get()).toEqual({ n: 1 })
  })

  it('names what SQLite refuses, at every use', () => {
    const wrong = open().prepare('SELECT a FROM nowhere')

    expect(() => wrong.get()).toThrow('no such table: nowhere')
    expect(() => wrong.all()).toThrow('no such table: nowhere')
  })

  it('answers in the form it was told before, and in another one it is told later', () => {
    const one = open().prepare('SELECT 1 AS a, 2 AS b').pluck()

    expect(one.get()).toBe(1)
    expect(one.raw().get()).toEqual([1, 2])
    expect(one.expand().get()).toEqual({ $: { a: 1, b: 2 } })
  })
})

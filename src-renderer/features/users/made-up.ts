import { randomBelow, systemNumbers } from '../../ui/password-generator.ts'

/** Fictitious names for test users. */

const FIRST = [
  ...['Amara', 'Anton', 'Bela', 'Carla', 'Dario', 'Edda', 'Farid', 'Greta', 'Hiro', 'Ines', 'Jonas', 'Kaya', 'Liam'],
  ...['Mira', 'Nils', 'Olga', 'Pavel', 'Rosa', 'Samir', 'Tilda', 'Ugo', 'Vera', 'Wanda', 'Yusuf', 'Zoe'],
]
const LAST = [
  ...['Adeyemi', 'Bauer', 'Costa', 'Dubois', 'Eriksen', 'Ferrari', 'Garcia', 'Haddad', 'Ivanova', 'Jansen', 'Keller'],
  ...['Lindgren', 'Moreau', 'Novak', 'Okoye', 'Petrov', 'Quint', 'Rossi', 'Sato', 'Tanaka', 'Urban', 'Varga', 'Wolf'],
]

/** A name that is not taken; with a number if all are taken. */
export function madeUpName(taken: ReadonlySet<string>): string {
  const free = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)).filter((name) => !taken.has(name))
  const name = free[randomBelow(free.length || 1, systemNumbers)]
  if (name !== undefined) return name
  let number = 2
  while (taken.has(`${FIRST[0] ?? ''} ${number}`)) number += 1
  return `${FIRST[0] ?? ''} ${number}`
}

export function madeUpNames(count: number, taken: Iterable<string>): readonly string[] {
  const all = new Set(taken)
  return Array.from({ length: count }, () => {
    const name = madeUpName(all)
    all.add(name)
    return name
  })
}

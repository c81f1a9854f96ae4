const MAX_CHARACTERS = 60

/** One or more areas in lower case, followed by a sentence. */
const SHAPE = /^[a-z0-9][a-z0-9 /-]*(?:, [a-z0-9][a-z0-9 /-]*)*: (?<sentence>\S.*)$/

/** Frequent verbs of subjects, except those with a form that is itself a verb ("see", "seed"). */
const VERBS = (
  'add allow ask bring build call change check correct count create delete describe document end explain fix give ' +
  'handle hide implement improve introduce keep lead leave list load look make measure mend move name open pass pin ' +
  'print prove read refuse remove rename replace say show start take tell test try type update use wait work write'
).split(' ')

/** Irregular and doubled forms, and words that cannot begin an imperative. */
const OTHER_WORDS = (
  "brought built dropped dropping gave kept let's lets led left made puts putting ran runs running said sets setting " +
  'splits stopped stops told took tries tried wrote is are was were a an the this these no not one every each all what ' +
  'when where which how why it they there'
).split(' ')

const NOT_IMPERATIVE: ReadonlySet<string> = new Set([...VERBS.flatMap(inflected), ...OTHER_WORDS])

/** The fault of a commit subject (CONTRIBUTING.md, Commits); undefined if there is none. */
export function subjectFault(subject: string): string | undefined {
  const sentence = SHAPE.exec(subject)?.groups?.['sentence']
  if (sentence === undefined) return 'is not "area: imperative" with the area in lower case'
  const characters = Array.from(subject).length
  if (characters > MAX_CHARACTERS) return `has ${characters} characters, which is more than ${MAX_CHARACTERS}`
  return sentence.endsWith('.') ? 'ends with a full stop' : beginningFault(sentence)
}

/** A name in capitals, or with a capital inside, may begin a sentence. */
function beginningFault(sentence: string): string | undefined {
  const [first = ''] = sentence.split(/[\s,:;]/)
  if (/^\p{Lu}\p{Ll}*$/u.test(first)) return `begins with a capital letter after the area ("${first}")`
  return NOT_IMPERATIVE.has(first) ? `begins with "${first}", which is not an imperative` : undefined
}

function inflected(verb: string): readonly string[] {
  const stem = verb.replace(/e$/, '')
  return [`${verb}s`, `${verb}es`, `${stem}ed`, `${stem}ing`]
}

/**
 * Text as people compare, search and sort it: the one place that folds case, accents and normal forms. Nothing here
 * depends on the language of the system.
 */

// eslint-disable-next-line no-control-regex -- most texts are nothing else
const ASCII = /^[\x00-\x7f]*$/
const DOTLESS_I = 'ı'

/**
 * Folds case by Unicode's full case folding, without the rules of a language: `Straße` and `STRASSE`, `Σ` and `ς`, are
 * the same; `i` and `ı` are not. The result is in NFC.
 */
export function foldCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  const folded = text.split(DOTLESS_I).map((part) => part.toLowerCase().toUpperCase().toLowerCase())
  return folded.join(DOTLESS_I).replaceAll('ς', 'σ').normalize('NFC')
}

/** Accents and points of these scripts are left out by people who search; marks of other scripts are letters. */
const ACCENTS =
  /(?=\p{Mn})(?![\u3099\u309a])[\p{Script=Inherited}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/gu

/** Folds a text for searching: case, accents, script of digits, width and normal form do not matter. */
export function foldForSearch(text: string): string {
  return ASCII.test(text) ? text.toLowerCase() : foldCase(asciiDigits(text.normalize('NFKD').replace(ACCENTS, '')))
}

/** Decimal digits of every script (`٣`, `３`) as those of ASCII. Unicode has them from zero to nine, ten in a row. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let before = 0
    while (/\p{Nd}/u.test(String.fromCodePoint(point - before - 1))) before += 1
    return String(before % 10)
  })
}

/** The collator is made when first used: reading its tables takes 8 ms of a start that may compare nothing. */
let collator: Intl.Collator | undefined

/** The order of names and labels in every list: without regard to case and accents, numbers by their value. */
export function compareTexts(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one, other)
}

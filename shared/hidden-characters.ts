/** Joiners between letters of a script that writes words with them, such as Persian, Hindi and Bengali. */
const JOINERS = String.raw`(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])[\u200c\u200d](?=[\p{L}\p{M}])`

/** Control characters of direction and lines, which can make the end of a name look different. */
const HIDING = new RegExp(String.raw`(?!${JOINERS})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`, 'gv')

/** The text with each of them replaced by `mark`. */
export function withoutHiding(text: string, mark = ''): string {
  return text.replace(HIDING, mark)
}

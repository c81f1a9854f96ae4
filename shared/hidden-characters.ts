/** Joiners between letters of a script that writes words with them, such as Persian, Hindi and Bengali. */
const JOINERS = String.raw`(?<=[[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]])[\u200c\u200d](?=[\p{L}\p{M}])`

/** Controls of direction and of lines, with which the end of a name can be made to look like another one. */
const HIDING = new RegExp(String.raw`(?!${JOINERS})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`, 'gv')

/** The text without them; `mark` stands where one was. */
export function withoutHiding(text: string, mark = ''): string {
  return text.replace(HIDING, mark)
}

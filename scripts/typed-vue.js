/**
 * Makes typed linting of components quick. The linter hands TypeScript the script of each component, but TypeScript reads
 * the whole component from the disk first: the two differ, so every component made it check all of the program anew.
 * Here TypeScript reads from the disk what the linter will hand it.
 */
import tseslint from 'typescript-eslint'
import ts from 'typescript'
import * as vueParser from 'vue-eslint-parser'

const readWhole = ts.sys.readFile

ts.sys.readFile = (path, encoding) => {
  const text = readWhole(path, encoding)
  return text !== undefined && path.endsWith('.vue') ? scriptOf(path, text) : text
}

/** The script as the parser of components cuts it out, which moves some statements. */
function scriptOf(filePath, text) {
  let script = ''
  vueParser.parseForESLint(text, {
    filePath,
    sourceType: 'module',
    projectService: true,
    parser: {
      parseForESLint(code, options) {
        if (options.projectService) script = code // expressions of the template come without it
        return tseslint.parser.parseForESLint(code, { ...options, projectService: false })
      },
    },
  })
  return script
}

/** A rule of a built style sheet, as `web/sheet-rules.ts` writes it. */
export type SheetRule = {
  around: readonly string[]
  selectors: readonly { text: string; classes: readonly string[] }[]
  variables: readonly (readonly [name: string, value: string])[]
  body: string
}

/** How many sheets are kept: one for each set of classes. */
const maxSheets = 100

/** Class names of a page's markup. */
const classesOf = (markup: string): Set<string> =>
  new Set([...markup.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/).filter(Boolean)))

/** Names of the custom properties in a text. */
const variablesIn = (text: string) => [...text.matchAll(/--[\w-]+/g)].map(([name]) => name)

/** Names of the custom properties that style attributes of a page's markup set or read. */
const styledVariables = (markup: string): string[] =>
  [...new Set([...markup.matchAll(/ style="([^"]*)"/g)].flatMap(([, style = '']) => variablesIn(style)))].sort()

/** The rules whose classes are all in the markup, each with the selectors that apply. */
function rulesUsed(rules: readonly SheetRule[], classes: ReadonlySet<string>): SheetRule[] {
  return rules.flatMap((rule) => {
    if (rule.selectors.length === 0) return [rule]
    const selectors = rule.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)))
    return selectors.length > 0 ? [{ ...rule, selectors }] : []
  })
}

/** The custom properties that rules and style attributes read, and those that their values read. */
function variablesUsed(rules: readonly SheetRule[], styled: readonly string[]): Set<string> {
  const values = new Map<string, string[]>()
  for (const { variables } of rules)
    for (const [name, value] of variables) values.set(name, [...(values.get(name) ?? []), value])
  const names = new Set<string>()
  const open = [...rules.flatMap(({ body }) => variablesIn(body)), ...styled]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (names.has(name)) continue
    names.add(name)
    open.push(...(values.get(name) ?? []).flatMap(variablesIn))
  }
  return names
}

function ruleText({ around, selectors, variables, body }: SheetRule, names: ReadonlySet<string>): string {
  if (selectors.length === 0) return body
  const declarations = variables.filter(([name]) => names.has(name)).map(([name, value]) => `${name}:${value}`)
  const all = [...declarations, ...(body ? [body] : [])].join(';')
  if (!all) return ''
  const opening = around.map((prelude) => `${prelude}{`).join('')
  return `${opening}${selectors.map(({ text }) => text).join(',')}{${all}}${'}'.repeat(around.length)}`
}

/** A maker of critical sheets: the part of these rules that a page needs to be painted before its sheets have arrived. */
export function criticalSheets(rules: readonly SheetRule[]): (markup: string) => string {
  // Print and animation rules can wait for the sheets.
  const screenRules = rules.filter(
    ({ around, body }) => !around.some((prelude) => /\bprint\b/.test(prelude)) && !/^@(page|keyframes)/.test(body),
  )
  // Pages of one kind differ in their data and hardly in their classes.
  const sheets = new Map<string, string>()
  return (markup) => {
    const classes = classesOf(markup)
    const styled = styledVariables(markup)
    const key = [...[...classes].sort(), ...styled].join(' ')
    const earlierSheet = sheets.get(key)
    if (earlierSheet !== undefined) return earlierSheet
    const pageRules = rulesUsed(screenRules, classes)
    const names = variablesUsed(pageRules, styled)
    const sheet = pageRules.map((rule) => ruleText(rule, names)).join('')
    if (sheets.size >= maxSheets) sheets.clear()
    sheets.set(key, sheet)
    return sheet
  }
}

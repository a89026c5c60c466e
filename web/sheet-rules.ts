import postcss, { type AtRule, type Rule } from 'postcss'
import type { Plugin } from 'vite'

/** A rule of a style sheet, with what a server needs to tell whether a page uses it. */
export type SheetRule = {
  /** The at-rules around it, such as `@media print`, outermost first. */
  around: string[]
  /** Each with the classes that an element and those around it must have; empty: a rule without selectors, as for a font. */
  selectors: { text: string; classes: string[] }[]
  /** Values of custom properties, which are left out where nothing reads them. */
  variables: [name: string, value: string][]
  /** Everything else the rule declares; the whole text of a rule without selectors. */
  body: string
}

/** Classes that a selector always needs: those in `:not()`, `:is()` or `:where()` may be absent. */
function classesOf(selector: string): string[] {
  let outside = selector
  for (let before = ''; before !== outside;) {
    before = outside
    outside = outside.replace(/\([^()]*\)/g, '')
  }
  return [...outside.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
}

const preludeOf = ({ name, params }: AtRule) => `@${name}${params && ` ${params}`}`

function ruleOf(rule: Rule): SheetRule {
  const around: string[] = []
  for (let at = rule.parent; at && at.type === 'atrule'; at = at.parent) around.unshift(preludeOf(at as AtRule))
  const variables: [string, string][] = []
  const rest: string[] = []
  for (const node of rule.nodes) {
    if (node.type !== 'decl') continue
    if (node.prop.startsWith('--')) variables.push([node.prop, node.value])
    else rest.push(`${node.prop}:${node.value}${node.important ? '!important' : ''}`)
  }
  const selectors = rule.selectors.map((text) => ({ text, classes: classesOf(text) }))
  return { around, selectors, variables, body: rest.join(';') }
}

/** The rules of a sheet in their order. */
export function sheetRules(sheet: string): SheetRule[] {
  const rules: SheetRule[] = []
  postcss.parse(sheet).walk((node) => {
    if (node.type === 'atrule' && !['media', 'supports', 'container', 'layer'].includes(node.name)) {
      if (node.parent?.type === 'root') rules.push({ around: [], selectors: [], variables: [], body: node.toString() })
    }
    if (node.type === 'rule' && !(node.parent?.type === 'atrule' && (node.parent as AtRule).name.endsWith('keyframes')))
      rules.push(ruleOf(node))
  })
  return rules
}

/** Beside the manifest: the rules of each sheet, of which the server puts into a page those that it needs first. */
export const writeSheetRules: Plugin = {
  name: 'sheet-rules',
  apply: 'build',
  generateBundle(_, bundle) {
    const sheets = Object.entries(bundle).flatMap(([file, asset]) =>
      asset.type === 'asset' && file.endsWith('.css') ? [[file, sheetRules(String(asset.source))] as const] : [],
    )
    this.emitFile({
      type: 'asset',
      fileName: '.vite/sheet-rules.json',
      source: JSON.stringify(Object.fromEntries(sheets)),
    })
  },
}

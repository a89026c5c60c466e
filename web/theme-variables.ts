import { convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariables } from './src/shell/color-tokens.ts'
import { theme } from './src/shell/theme.ts'

const id = 'virtual:theme-variables.css'

function themeVariables(): string {
  const wholeTheme = mergeMantineTheme(DEFAULT_THEME, theme)
  const defaults = defaultCssVariablesResolver(wholeTheme)
  const own = cssVariables(wholeTheme)
  return convertCssVariables({
    variables: { ...defaults.variables, ...own.variables },
    light: { ...defaults.light, ...own.light, '--mantine-color-scheme': 'light' },
    dark: { ...defaults.dark, ...own.dark, '--mantine-color-scheme': 'dark' },
  })
}

/**
 * The variables of the theme as a style sheet. Mantine's provider would compute them in every browser before its first
 * paint, with 5 kB of code.
 */
export const themeVariablesSheet: Plugin = {
  name: 'theme-variables',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (source) => (source === `\0${id}` ? themeVariables() : undefined),
}

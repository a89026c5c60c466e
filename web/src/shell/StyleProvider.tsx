import { MantineContext, MantineThemeProvider } from '@mantine/core'
import { useLayoutEffect, useMemo, type ReactNode } from 'react'
import { theme } from './theme.ts'

type StyleProviderProps = { pageTheme: 'light' | 'dark'; nonce: string; children: ReactNode }

/**
 * Mantine's provider without the variables that the style sheet has already (theme-variables.ts) and without a choice of
 * theme by the user: the system's counts.
 */
export function StyleProvider({ pageTheme, nonce, children }: StyleProviderProps) {
  // The page's first script sets the attribute before the first paint; from then on it follows.
  useLayoutEffect(() => {
    document.documentElement.dataset['mantineColorScheme'] = pageTheme
  }, [pageTheme])
  const value = useMemo(
    () => ({
      colorScheme: pageTheme,
      setColorScheme: () => {},
      clearColorScheme: () => {},
      getRootElement: () => document.documentElement,
      classNamesPrefix: 'mantine',
      getStyleNonce: () => nonce,
      cssVariablesSelector: ':root',
      withStaticClasses: true,
    }),
    [pageTheme, nonce],
  )
  return (
    <MantineContext value={value}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}

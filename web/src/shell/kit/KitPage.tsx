import { Button, Stack } from '@mantine/core'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDarkTheme } from '../../ui/dark-theme.ts'
import { useState } from 'react'
import { KitBill } from './KitBill.tsx'
import { KitForm } from './KitForm.tsx'
import { KitList } from './KitList.tsx'
import { KitStates } from './KitStates.tsx'
import { KitSteps } from './KitSteps.tsx'

/** Every part in every state, for those who build screens. Development only. */
export function KitPage() {
  const [dark, setDark] = useState(false)
  return (
    <>
      {dark && <Dark />}
      <PageHeader
        above="For those who build screens"
        title="Parts of the callboard"
        actions={
          <Button variant="default" onClick={() => setDark(!dark)}>
            {dark ? 'House lights up' : 'House lights down'}
          </Button>
        }
      >
        Every part in its states, on the widths and with the names it has to stand.
      </PageHeader>
      <KitSteps />
      <Stack gap={40}>
        <KitBill />
        <KitList />
        <Panel title="Add a person">
          <KitForm />
        </Panel>
        <KitStates />
      </Stack>
    </>
  )
}

function Dark() {
  useDarkTheme()
  return null
}

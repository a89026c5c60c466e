import type { RosterPerson } from '@callboard/contract/roster/roster.ts'
import { Button, Group, Text } from '@mantine/core'
import { useSearchValues } from '../ui/search-values.ts'
import { useEffect, useState } from 'react'
import type { Reply } from '../api/call.ts'
import { LoadError } from '../shell/ErrorPage.tsx'
import { paths } from '../shell/paths.ts'
import { Empty } from '../ui/Empty.tsx'
import { SelectField } from '../ui/fields.tsx'
import { RestoredNotice } from '../ui/RestoredNotice.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RowsSkeleton } from '../ui/Skeletons.tsx'
import { useDraft, useDraftState, type FormDraft } from '../ui/use-draft.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRows } from './ImportRows.tsx'
import { ImportSave } from './ImportSave.tsx'
import { ImportSource } from './ImportSource.tsx'
import type { Sheet } from './read-sheet.ts'
import { SheetActions } from './SheetSource.tsx'
import { useRoster } from './roster-people.ts'
import { useImport } from './use-import.ts'
import styles from './Import.module.css'

type SavedImport = Reply<'POST /v1/mybtf/roster/import'>
type Lists = NonNullable<ReturnType<typeof useRoster>['lists']>

/** `next`: the way on once people are there; undefined where `to` is the way on. */
type WayBack = { to: string; label: string; again: string; next?: { to: string; label: string } }

/** To the step of a registration that led here, or to the roster. */
function useWayBack(): WayBack {
  const { back } = useSearchValues() as { back?: unknown }
  // Only a step of our own: anybody may have written the address.
  return typeof back === 'string' && /^\/registration\/\d+\/[a-z-]+$/.test(back)
    ? { to: back, label: 'Your registration', again: 'Back to your registration' }
    : {
        ...{ to: paths.roster, label: 'My Roster', again: 'To my roster' },
        next: { to: paths.register, label: 'Choose a city' },
      }
}

type SheetChoice = { sheets: readonly Sheet[]; at: number; key: string; pasted?: string | undefined }

/** From a studio's own sheet to its roster: choose it, check how it is read, save all of it at once. */
export function ImportPage() {
  const { people, lists, error, retry } = useRoster()
  const back = useWayBack()
  // The sheet is written once and its corrections with every key: two drafts.
  const sheetDraft = useDraft('roster-sheet')
  const corrections = useDraft('roster-sheet-corrections')
  const [rows, setRows] = useDraftState(sheetDraft, 'rows', '')
  const [read, setRead] = useDraftState<SheetChoice | null>(sheetDraft, 'read', null)
  const [saved, setSaved] = useState<SavedImport | null>(null)
  const sheet = read?.sheets[read.at]

  useEffect(() => sheetDraft.onDiscard(corrections.discard), [sheetDraft, corrections])

  function chooseSheet(choice: SheetChoice | null) {
    corrections.discard()
    setRead(choice)
  }

  return (
    <>
      <PageHeader
        title="Import people"
        above={<Link to={back.to}>{back.label}</Link>}
        actions={
          sheet &&
          !saved && (
            <SheetActions
              hasUndo={read?.pasted !== undefined}
              onUndo={() => chooseSheet(null)}
              onChooseAnother={() => {
                setRows('')
                chooseSheet(null)
              }}
            />
          )
        }
      >
        From a list you already have. Nothing is saved until you confirm.
      </PageHeader>
      {!saved && (
        <div className={styles['notice']}>
          <RestoredNotice draft={sheetDraft} />
        </div>
      )}
      {error && <LoadError error={error} onRetry={retry} />}
      {!(people && lists) && !error && <RowsSkeleton columns={5} />}
      {people && lists && saved && (
        <ImportResult saved={saved} back={back} onMore={() => (sheetDraft.discard(), setSaved(null))} />
      )}
      {people && lists && !saved && !sheet && (
        <ImportSource
          lists={lists}
          rows={rows}
          onRows={setRows}
          onRead={(sheets, pasted) => chooseSheet({ sheets, at: 0, key: crypto.randomUUID(), pasted })}
        />
      )}
      {people && lists && !saved && read && sheet && (
        <div className={styles['page']}>
          {read.sheets.length > 1 && (
            <SelectField
              label="Sheet"
              value={read.at}
              onChange={(at) => chooseSheet({ ...read, at: at ?? 0, key: crypto.randomUUID() })}
              options={read.sheets.map(({ name }, at) => ({ value: at, label: name }))}
              error={undefined}
            />
          )}
          <Reading
            key={read.key}
            sheet={sheet}
            people={people}
            lists={lists}
            corrections={corrections}
            saveKey={read.key}
            onSaved={(savedImport) => {
              sheetDraft.clear()
              corrections.clear()
              setSaved(savedImport)
            }}
          />
        </div>
      )}
    </>
  )
}

type ReadingProps = {
  sheet: Sheet
  people: readonly RosterPerson[]
  lists: Lists
  /** The draft of how its columns are read and of what was corrected. */
  corrections: FormDraft
  saveKey: string
  onSaved: (saved: SavedImport) => void
}

function Reading({ sheet, people, lists, corrections, saveKey, onSaved }: ReadingProps) {
  // The roster as it was when the sheet was read: a save must not turn every row into one that is there already.
  const [before] = useState(people)
  const importing = useImport(sheet.cells, before, lists, corrections)
  return (
    <>
      <ImportColumns cells={sheet.cells} importing={importing} genders={lists.genders} />
      {importing.isTooMany ? (
        <Empty title="Too many people">
          This sheet holds {importing.found.toLocaleString('en-US')} people. At most 1,000 can be imported at once:
          please split it into several.
        </Empty>
      ) : importing.found === 0 ? (
        <Empty title="No one found yet">
          {importing.namesPeople
            ? 'No row in this sheet has a name.'
            : 'Choose above which column holds the names: a first and a last name, or the full name.'}
        </Empty>
      ) : (
        <>
          <ImportRows importing={importing} genders={lists.genders} types={lists.person_types} />
          <ImportSave importing={importing} saveKey={saveKey} onSaved={onSaved} />
        </>
      )}
    </>
  )
}

const people = (n: number) => `${n} ${n === 1 ? 'person' : 'people'}`

type ImportResultProps = { saved: SavedImport; back: WayBack; onMore: () => void }

const ImportResult = ({ saved: { added, linked, birthdates }, back, onMore }: ImportResultProps) => (
  <Panel title="Roster Updated!">
    <output className={styles['done']}>
      <Text>
        {added > 0 ? `${people(added)} joined your roster.` : 'No one new joined your roster.'}
        {birthdates > 0 && ` ${birthdates} ${birthdates === 1 ? 'birthdate is' : 'birthdates are'} complete now.`}
      </Text>
      {linked > 0 && (
        <Text>
          {people(linked)} {linked === 1 ? 'has' : 'have'} danced with us before and {linked === 1 ? 'was' : 'were'}{' '}
          found again by name and birthdate, so no one is counted twice.
        </Text>
      )}
      <Group gap="xs">
        {back.next && (
          <Button component={Link} to={back.next.to}>
            {back.next.label}
          </Button>
        )}
        <Button component={Link} to={back.to} variant={back.next ? 'default' : 'filled'}>
          {back.again}
        </Button>
        <Button variant="default" onClick={onMore}>
          Import another sheet
        </Button>
      </Group>
    </output>
  </Panel>
)

import { momentText } from '@callboard/domain/kernel/moment-text.ts'
import { Button, Tabs } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { openCodeReader } from '../../../judging/office/code-reader.ts'
import { keepForOffline, takeOverWhenIdle } from '../../../judging/tablet/offline-files.ts'
import { paths } from '../../../shell/paths.ts'
import { confirm } from '../../../ui/dialogs.ts'
import { Empty } from '../../../ui/Empty.tsx'
import officeStyles from '../../../ui/Office.module.css'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RowsSkeleton } from '../../../ui/Skeletons.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useIdInPath } from '../../../ui/router/RouterProvider.tsx'
import { computeResults, localMarksOf } from './city-results.ts'
import styles from './Laptop.module.css'
import { LaptopCodes } from './LaptopCodes.tsx'
import { LaptopMarks } from './LaptopMarks.tsx'
import { LaptopScript } from './LaptopScript.tsx'
import type { CityCopy } from './laptop-store.ts'
import { useLaptop, type Laptop } from './use-laptop.ts'

/** Keeps the files of the page, those too that a dialog or the camera would load later. */
function keepFiles() {
  const later = Promise.allSettled([import('../../../ui/PromptDialog.tsx'), openCodeReader()])
  let end = () => {}
  let isGone = false
  void later.then(() => {
    if (!isGone) end = keepForOffline()
  })
  return () => {
    isGone = true
    end()
  }
}

/** Awards from one laptop: marks, totals and the emcee's script of a city, computed here, with or without a network. */
export function LaptopPage() {
  const tour_date_id = useIdInPath()
  const laptop = useLaptop(tour_date_id)
  const { copy, isOpen, problem } = laptop
  useEffect(keepFiles, [])
  const isIdle = isOpen && unsentCount(laptop) === 0
  useEffect(() => {
    if (isIdle) void takeOverWhenIdle()
  }, [isIdle])
  return (
    <main className={styles['page']} id="content" tabIndex={-1}>
      {problem && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      {copy ? <CityAwards laptop={laptop} copy={copy} /> : <NoCopy laptop={laptop} />}
    </main>
  )
}

const unsentCount = ({ marks, codes }: Pick<Laptop, 'marks' | 'codes'>) =>
  marks.filter(({ is_sent }) => !is_sent).length + codes.length

/** Before this laptop has the city: it needs a network once. */
function NoCopy({ laptop: { contact, isOpen, refresh } }: { laptop: Laptop }) {
  if (!isOpen || contact === 'waiting') return <RowsSkeleton rows={6} />
  if (contact === 'online') return <Empty title="This laptop no longer has this city">{null}</Empty>
  return (
    <>
      <PageHeader title="Awards from this laptop" />
      <Panel>
        {contact === 'sign_in' ? (
          <Empty title="Sign in first">
            The office’s account is needed once. <a href={paths.signin}>Sign in</a>, then open this page again.
          </Empty>
        ) : (
          <Empty title="This city is not on this laptop yet">
            <p>It needs a connection once. After that it works without one.</p>
            <Button onClick={() => void refresh()}>Try again</Button>
          </Empty>
        )}
      </Panel>
    </>
  )
}

function CityAwards({ laptop, copy }: { laptop: Laptop; copy: CityCopy }) {
  const { marks, codes } = laptop
  const [tab, setTab] = useState<string | null>('script')
  const localMarks = useMemo(() => localMarksOf(marks, codes, copy.pack), [marks, codes, copy])
  const results = useMemo(() => computeResults(copy, localMarks), [copy, localMarks])
  const unsent = unsentCount(laptop)
  return (
    <div className={officeStyles['stack']}>
      <PageHeader
        title={`Awards in ${copy.pack.city}`}
        above={copy.pack.event}
        actions={
          unsent > 0 && (
            <Button
              loading={laptop.isSending}
              disabled={laptop.contact !== 'online'}
              onClick={() => void laptop.send()}
            >
              Send to the server
            </Button>
          )
        }
      >
        <ContactLine laptop={laptop} copy={copy} unsent={unsent} />
      </PageHeader>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="lg" className="no-print">
          <Tabs.Tab value="script">Script</Tabs.Tab>
          <Tabs.Tab value="marks">Marks</Tabs.Tab>
          <Tabs.Tab value="codes">Codes of tablets</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="script">
          <LaptopScript {...results} />
        </Tabs.Panel>
        <Tabs.Panel value="marks">
          <LaptopMarks laptop={laptop} copy={copy} localMarks={localMarks} {...results} />
        </Tabs.Panel>
        <Tabs.Panel value="codes">
          <LaptopCodes laptop={laptop} copy={copy} />
        </Tabs.Panel>
      </Tabs>
      <ForgetCity laptop={laptop} unsent={unsent} />
    </div>
  )
}

type ContactLineProps = { laptop: Laptop; copy: CityCopy; unsent: number }

/** How old the copy is, and what only this laptop has. */
function ContactLine({ laptop: { contact }, copy: { pack }, unsent }: ContactLineProps) {
  const time = momentText(pack.now, pack.time_zone)
  return (
    <span className={styles['contact']}>
      {contact === 'online' && <StatusBadge state="done">Connected, as of {time}</StatusBadge>}
      {contact === 'waiting' && <StatusBadge state="idle">As of {time}</StatusBadge>}
      {contact === 'offline' && <StatusBadge state="standby">No connection. As of {time}</StatusBadge>}
      {contact === 'sign_in' && (
        <StatusBadge state="standby">
          Signed out. As of {time}. <a href={paths.signin}>Sign in</a> to go on with the server.
        </StatusBadge>
      )}
      {unsent > 0 && <StatusBadge state="standby">{unsent} only on this laptop</StatusBadge>}
    </span>
  )
}

function ForgetCity({ laptop, unsent }: { laptop: Laptop; unsent: number }) {
  async function ask() {
    const isSure = await confirm({
      title: 'Remove this city from the laptop?',
      message:
        unsent > 0
          ? `${unsent} marks or codes that only this laptop has are lost.`
          : 'The server has everything. The page can be opened again with a connection.',
      yes: 'Yes, remove it',
      no: 'No',
      consequence: 'loss',
    })
    if (!isSure) return
    await laptop.forget()
    location.assign(paths.office)
  }
  return (
    <p className={`${styles['foot']} no-print`}>
      This laptop keeps the city for a week after it last heard of it.{' '}
      <Button variant="default" onClick={() => void ask()}>
        Remove it now
      </Button>
    </p>
  )
}

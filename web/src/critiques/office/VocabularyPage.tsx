import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, type Reply } from '../../api/call.ts'
import { useAct, useRead } from '../../api/use-call.ts'
import { OfficeFrame } from '../../shell/OfficeList.tsx'
import { askText, confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import styles from '../../ui/Office.module.css'
import { Panel } from '../../ui/Panel.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const route = 'GET /v1/office/critique-items'
type ItemRow = Reply<typeof route>['rows'][number]

type NameQuestion = {
  title: string
  message: string
  /** The item that is named, or that the new one is below. */
  of: readonly ['new' | 'name', number]
  act: (name: string) => Promise<unknown>
}

const askName = ({ of, ...ask }: NameQuestion) =>
  askText({ ...ask, label: 'Name', yes: 'Save', draft: ['critique-word', ...of] })

/** The words that judges choose from, a tree of four levels. OFF-031. */
export function VocabularyPage() {
  const answer = useRead(route, {})
  const [pending, setPending] = useState(false)
  const adding = useAct('POST /v1/office/critique-items', { refreshes: [route] })
  const changing = useAct('PUT /v1/office/critique-items/{id}', { refreshes: [route] })

  async function add(parent: ItemRow | null) {
    setPending(true)
    await askName({
      title: parent ? `Add below ${parent.name}` : 'Add an item of level 1',
      message: 'Judges see it on a small button, so keep it short.',
      of: ['new', parent?.id ?? 0],
      act: (name) =>
        adding.mutateAsync({ body: { parent_id: parent?.id ?? null, name, event_id: parent?.event_id ?? null } }),
    })
    setPending(false)
  }
  async function rename(row: ItemRow) {
    const { id, active, position } = row
    await askName({
      title: `Rename ${row.name}`,
      message: 'Critiques that use it show the new name.',
      of: ['name', id],
      act: (name) => changing.mutateAsync({ params: { id }, body: { name, active, position } }),
    })
  }
  async function remove(row: ItemRow) {
    const isConfirmed = await confirm({
      title: 'Remove this item?',
      message: row.name,
      yes: 'Yes, remove it',
      no: 'No, keep it',
      consequence: 'loss',
      act: () => call('DELETE /v1/office/critique-items/{id}', { params: { id: row.id } }),
    })
    if (isConfirmed) await answer.refetch()
  }
  const toggle = ({ id, name, active, position }: ItemRow) =>
    changing.mutate({ params: { id }, body: { name, active: !active, position } })

  return (
    <OfficeFrame
      title="Critique words"
      about="Judges mark these as good or bad. Data and homework count them, so a word in use can be made inactive but not removed."
      actions={
        <Button loading={pending} onClick={() => void add(null)}>
          Add item
        </Button>
      }
      answer={answer}
      skeleton={{ columns: 2 }}
    >
      {({ rows }) => (
        <Panel flush>
          {rows.length === 0 && (
            <Empty level={2} title="No items yet">
              Begin with level 1, such as Technique.
            </Empty>
          )}
          <ul className={styles['rows']}>
            {rows.map((row) => (
              <li key={row.id}>
                <div style={{ paddingInlineStart: (row.level - 1) * 24 }}>
                  <strong>{row.name}</strong> {!row.active && <StatusBadge state="idle">Inactive</StatusBadge>}
                  <span className={styles['second']}>
                    Level {row.level}
                    {row.marks > 0 && `, marked ${row.marks} ${row.marks === 1 ? 'time' : 'times'}`}
                  </span>
                </div>
                <span className={styles['acts']}>
                  {row.level < 4 && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Add below ${row.name}`}
                      onClick={() => void add(row)}
                    >
                      Add below
                    </Button>
                  )}
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`Rename ${row.name}`}
                    onClick={() => void rename(row)}
                  >
                    Rename
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${row.active ? 'Deactivate' : 'Activate'} ${row.name}`}
                    onClick={() => toggle(row)}
                  >
                    {row.active ? 'Deactivate' : 'Activate'}
                  </Button>
                  {row.marks === 0 && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Remove ${row.name}`}
                      onClick={() => void remove(row)}
                    >
                      Remove
                    </Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </OfficeFrame>
  )
}

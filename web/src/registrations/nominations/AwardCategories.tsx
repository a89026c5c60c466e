import { categoriesOf } from '@callboard/domain/registrations/nominations/nomination.ts'
import type { Nomination } from '@callboard/domain/registrations/registration.ts'
import type { NominationCategory, NominationStep, NominationType } from '@callboard/domain/tours/city.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '../../ui/dialogs.ts'
import { Empty } from '../../ui/Empty.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Panel } from '../../ui/Panel.tsx'
import {
  nominatedRoutine,
  noneEligible,
  nominationOf,
  openTo,
  optionsFor,
  selectRoutine,
  withDetails,
  withRoutine,
  type NominationProps,
} from './choices.ts'
import styles from './Nominations.module.css'

type AwardsProps = NominationProps & {
  step: NominationStep
  /** Nothing can be added or changed any more, only removed. A49. */
  onlyRemoving: boolean
  /** Title of the empty state, shown if the city has no categories. */
  none: string
}

/** Categories that are added and removed, each with its types. PROG-033. */
export function AwardCategories({ step, none, ...props }: AwardsProps) {
  const { facts, nominations, onChange, onlyRemoving } = props
  const [openCategoryIds, setOpenCategoryIds] = useState<readonly number[]>([])
  const categories = categoriesOf(step, facts)
  if (categories.length === 0) return <Empty title={none}>There are no nominations here. Please continue.</Empty>

  const nominatedIn = ({ nomination_types }: NominationCategory) =>
    nominations.filter(({ nomination_type_id }) => nomination_types.some(({ id }) => id === nomination_type_id))
  const remove = async (category: NominationCategory) => {
    const removedNominations = nominatedIn(category)
    if (onlyRemoving && !(await confirmRemoval())) return
    setOpenCategoryIds(openCategoryIds.filter((id) => id !== category.id))
    onChange(nominations.filter((one) => !removedNominations.includes(one)))
  }

  return (
    <ul className={styles['categories']}>
      {categories.map((category) => {
        const isAdded = nominatedIn(category).length > 0 || openCategoryIds.includes(category.id)
        if (onlyRemoving && !isAdded) return null
        return (
          <li key={category.id}>
            <Panel
              title={category.name}
              flush
              actions={
                isAdded ? (
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={`Remove ${category.name}`}
                    onClick={() => void remove(category)}
                  >
                    Remove
                  </Button>
                ) : (
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={`Add ${category.name}`}
                    onClick={() => setOpenCategoryIds([...openCategoryIds, category.id])}
                  >
                    Add
                  </Button>
                )
              }
            >
              {isAdded ? (
                <ul className={styles['types']}>
                  {category.nomination_types.map((type) => (
                    <li key={type.id}>
                      <AwardRow type={type} category={category} {...props} />
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={styles['closed']}>
                  {category.nomination_types.map(({ name }) => name).join(', ')}. Not nominated yet.
                </p>
              )}
            </Panel>
          </li>
        )
      })}
      {onlyRemoving && nominations.length === 0 && <li className={styles['closed']}>Nothing nominated yet.</li>}
    </ul>
  )
}

const confirmRemoval = () =>
  confirm({
    title: 'Remove nomination',
    message: 'Remove this nomination? It cannot be added again.',
    yes: 'Yes, remove it',
    no: 'No, I want to keep it',
    consequence: 'loss',
  })

type RowProps = Omit<AwardsProps, 'step' | 'none'> & { type: NominationType; category: NominationCategory }

function AwardRow({ type, category, registration, facts, nominations, onChange, onlyRemoving }: RowProps) {
  const nomination = nominationOf(type, nominations)
  const routine = nominatedRoutine(nomination, registration)
  const options = optionsFor(type, registration, nominations)
  const open = openTo(type, facts)
  const without = nominations.filter((one) => one !== nomination)
  const remove = async () => {
    if (onlyRemoving && !(await confirmRemoval())) return
    onChange(without)
  }
  if (onlyRemoving && !nomination) return null
  return (
    <div className={styles['award']}>
      <div className={styles['field']}>
        <SelectField
          label={type.name}
          value={routine?.id ?? null}
          options={options}
          placeholder={options.length === 0 ? noneEligible : selectRoutine}
          disabled={onlyRemoving || options.length === 0}
          error={undefined}
          help={open ?? undefined}
          onChange={(id) => {
            const next = registration.routines.find((one) => one.id === id)
            onChange(withRoutine(type, next, nominations))
          }}
        />
        {nomination && (
          <Button
            variant="subtle"
            size="sm"
            aria-label={`Remove ${routine?.routine.name ?? 'the nomination'} from ${category.name}, ${type.name}`}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        )}
      </div>
      {nomination && type.asks_for !== null && (
        <Detail
          asks_for={type.asks_for}
          nomination={nomination}
          disabled={onlyRemoving}
          onChange={(name) => onChange(withDetails(type, { name }, nominations))}
        />
      )}
    </div>
  )
}

type DetailProps = {
  asks_for: NonNullable<NominationType['asks_for']>
  nomination: Nomination
  disabled: boolean
  onChange: (name: string) => void
}

const detailLabels = { choreographer: 'Choreographer', 'costume designer': 'Costume designer' } as const

/** Field for the choreographer, or the other name that the award asks for. PROG-033. */
function Detail({ asks_for, nomination, disabled, onChange }: DetailProps) {
  const name = nomination.details.name ?? ''
  return (
    <TextField
      label={detailLabels[asks_for]}
      value={name}
      maxLength={120}
      disabled={disabled}
      error={name.trim() ? undefined : `Please name the ${asks_for}.`}
      onChange={onChange}
    />
  )
}

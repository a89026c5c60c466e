import type { VipType } from '@callboard/domain/tours/city.ts'
import { competing } from '@callboard/domain/registrations/best-dancers/program.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { moneyText } from '../../ui/Money.tsx'
import styles from './Program.module.css'

type TypesDialogProps = { program: string; types: readonly VipType[]; onClose: () => void }

const meaning: Record<string, string> = {
  [competing]:
    'Auditions with a solo of their own and wears the jacket. Needs a routine title and a performance division; the title may be TBA.',
  JACKET_ONLY: 'Wears the jacket and does not audition.',
  WORKSHOP_ONLY: 'Takes the program’s classes and does not audition.',
  CAST: 'Rehearses and performs with the cast, in its exclusive top.',
}

/** Explains each type of participation and its price. PROG-002. */
export default function TypesDialog({ program, types, onClose }: TypesDialogProps) {
  return (
    <Dialog opened title={`Ways to take part: ${program}`} onCancel={onClose} width={520}>
      <dl className={styles['types']}>
        {types.map(({ id, code, name, amount }) => (
          <div key={id}>
            <dt>
              {name} <span className="figures">{amount === 0 ? 'free' : moneyText(amount)}</span>
            </dt>
            <dd>{meaning[code] ?? ''}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

import { cents, zeroCents, plus, times, type Cents } from '../../kernel/money.ts'
import type { ProductSettings } from '../../tours/settings/registry.ts'
import type { RoutineCategory } from '../../tours/city.ts'

type FeeSettings = Pick<ProductSettings, 'extra_time_fee' | 'crew_showdown_video_fee'>

type FeeOptions = {
  dancers: number
  extra_time: number
  free_ballet: boolean
  crew_showdown_pq: boolean
  is_best_dancer: boolean
}

/** The three parts of a routine's fee in cents: the free routine frees only its base. COMP-043, COMP-045, COMP-063, COMP-078, A38. */
export function routineFeeParts(
  { extra_time, free_ballet, crew_showdown_pq, is_best_dancer }: Omit<FeeOptions, 'dancers'>,
  dancers: number,
  category: Pick<RoutineCategory, 'fee_per_dancer'> | undefined,
  settings: FeeSettings,
): { base: Cents; extra_time: Cents; video: Cents } {
  if (is_best_dancer) return { base: zeroCents, extra_time: zeroCents, video: zeroCents }
  return {
    base: free_ballet || !category ? zeroCents : times(category.fee_per_dancer, dancers),
    extra_time: cents(settings.extra_time_fee * extra_time * dancers),
    video: crew_showdown_pq ? times(settings.crew_showdown_video_fee, dancers) : zeroCents,
  }
}

/** The total fee of a routine, in cents. COMP-063. */
export function routineFee(
  options: FeeOptions,
  category: Pick<RoutineCategory, 'fee_per_dancer'> | undefined,
  settings: FeeSettings,
): Cents {
  const { base, extra_time, video } = routineFeeParts(options, options.dancers, category, settings)
  return plus(base, extra_time, video)
}

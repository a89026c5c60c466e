import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { abusePart } from './abuse-part.ts'
import { startGateway } from './gateway.ts'
import { entryPart } from './entry-part.ts'
import { handsPart } from './hands-part.ts'
import { journeyPart, limitPart, soldOutPart } from './journey-part.ts'
import { judgingPart } from './judging-part.ts'
import { officePart } from './office-part.ts'
import { orderPart } from './order-part.ts'
import { paymentsPart } from './payments-part.ts'
import { phonePart } from './phone-part.ts'
import { quotePart } from './quote-part.ts'
import { recountPart } from './recount-part.ts'
import { rulesPart } from './rules-part.ts'
import { rushPart } from './rush-part.ts'
import { screensPart } from './screens-part.ts'
import { sizesPart } from './sizes-part.ts'
import { startPart } from './start-part.ts'
import type { Bench } from './bench.ts'
import { readOptions, type Part } from './options.ts'
import { removePages } from './pages.ts'
import { startPostgres } from './postgres.ts'

const run: Record<Part, (bench: Bench) => Promise<void>> = {
  limit: limitPart,
  journey: journeyPart,
  soldout: soldOutPart,
  quote: quotePart,
  office: officePart,
  rules: rulesPart,
  sizes: sizesPart,
  screens: screensPart,
  hands: handsPart,
  entry: entryPart,
  start: startPart,
  rush: rushPart,
  payments: paymentsPart,
  recount: recountPart,
  abuse: abusePart,
  judging: judgingPart,
  order: orderPart,
  phone: phonePart,
}

const options = readOptions(process.argv.slice(2))
const busy = () => `load ${os.loadavg()[0]?.toFixed(1)}`
execFileSync(process.execPath, ['build.mjs'], { stdio: 'inherit' })
const postgres = await startPostgres()
const gateway = await startGateway()
const [cpu] = os.cpus()
console.log(
  `${os.cpus().length} cores (${cpu?.model}), ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
)
console.log(`${postgres.about}; medians of ${options.rounds} rounds of ${options.seconds} s; ${busy()}`)
try {
  for (const part of options.only) {
    console.log(`\n== ${part} (${busy()})`)
    const began = performance.now()
    await run[part]({ options, postgres, gateway })
    console.log(`${part}: ${Math.round((performance.now() - began) / 1000)} s`)
  }
} finally {
  await removePages()
  await gateway.close()
  await postgres.stop()
}
